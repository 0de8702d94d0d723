#include "base/handle_table.h"

#include <atomic>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "gtest/gtest.h"

namespace openaclnn {
namespace {

// Counts its live objects. Each test has a table of its own, through its tag.
template <int kTag>
struct Counted {
  explicit Counted(int initial) : value(initial) {
    if (initial < 0) throw std::invalid_argument("negative");
    ++live;
  }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --live; }
  int value;
  static inline std::atomic<int> live{0};
};
template <int kTag>
using Table = HandleTable<Counted<kTag>, HandleKind::kEvent>;

TEST(HandleTableTest, HandlesLeadToTheirObjects) {
  auto& table = Table<0>::Get();
  void* const one = table.Create(1);
  void* const two = table.Create(2);
  EXPECT_NE(one, two);
  EXPECT_EQ(table.Find(one)->value, 1);
  EXPECT_EQ(table.Find(two)->value, 2);
  EXPECT_EQ(Counted<0>::live, 2);
  EXPECT_TRUE(table.Destroy(one));
  EXPECT_EQ(Counted<0>::live, 1);
  EXPECT_EQ(table.Find(one), nullptr);
  EXPECT_FALSE(table.Destroy(one));
  EXPECT_EQ(table.Find(two)->value, 2);
  EXPECT_TRUE(table.Destroy(two));
}

TEST(HandleTableTest, HandlesAreNotReused) {
  auto& table = Table<1>::Get();
  std::set<void*> seen;
  for (int i = 0; i < 5000; ++i) {
    void* const handle = table.Create(i);
    EXPECT_TRUE(seen.insert(handle).second);
    EXPECT_TRUE(table.Destroy(handle));
  }
  for (void* const handle : seen) EXPECT_EQ(table.Find(handle), nullptr);
}

TEST(HandleTableTest, ForeignPointersAreNoHandles) {
  auto& table = Table<2>::Get();
  int on_stack = 0;
  auto on_heap = std::make_unique<int>();
  EXPECT_EQ(table.Find(nullptr), nullptr);
  EXPECT_EQ(table.Find(&on_stack), nullptr);
  EXPECT_EQ(table.Find(on_heap.get()), nullptr);
  for (int bit = 0; bit < 64; ++bit) {
    void* const made_up = reinterpret_cast<void*>(uintptr_t{1} << bit);
    EXPECT_EQ(table.Find(made_up), nullptr) << bit;
    EXPECT_EQ(table.Claim(made_up), nullptr) << bit;
  }
  EXPECT_EQ(table.Find(reinterpret_cast<void*>(~uintptr_t{0})), nullptr);
}

TEST(HandleTableTest, KindsDoNotMix) {
  using Other = HandleTable<Counted<3>, HandleKind::kTensor>;
  void* const handle = Table<3>::Get().Create(1);
  EXPECT_EQ(Other::Get().Find(handle), nullptr);
  EXPECT_TRUE(Table<3>::Get().Destroy(handle));
}

TEST(HandleTableTest, SaysSoWhenThereAreNoMoreHandles) {
  using Small = HandleTable<Counted<9>, HandleKind::kTensor, 10>;
  Small& table = Small::Get();
  std::vector<void*> handles;
  for (int i = 0; i < 1024; ++i) handles.push_back(table.Create(i));
  try {
    table.Create(1024);
    ADD_FAILURE() << "no exception";
  } catch (const NoHandleLeft& error) {
    EXPECT_EQ(std::string(error.what()),
              "1024 tensors are live, and there cannot be more of them at once; destroy those that "
              "are not needed any more");
  }
  for (int i = 0; i < 1024; ++i) {
    ASSERT_NE(table.Find(handles[static_cast<size_t>(i)]), nullptr) << i;
    ASSERT_EQ(table.Find(handles[static_cast<size_t>(i)])->value, i);
  }
  EXPECT_TRUE(table.Destroy(handles[500]));
  void* const again = table.Create(7);  // there is room for one now
  EXPECT_EQ(table.Find(handles[500]), nullptr);
  EXPECT_EQ(table.Find(again)->value, 7);
}

TEST(HandleTableTest, AFailedConstructorLeavesNothing) {
  auto& table = Table<4>::Get();
  EXPECT_THROW(table.Create(-1), std::invalid_argument);
  EXPECT_EQ(Counted<4>::live, 0);
  void* const handle = table.Create(1);
  EXPECT_EQ(table.Find(handle)->value, 1);
  EXPECT_TRUE(table.Destroy(handle));
}

TEST(HandleTableTest, ClaimHidesUntilRelease) {
  auto& table = Table<5>::Get();
  void* const handle = table.Create(9);
  Counted<5>* const object = table.Claim(handle);
  ASSERT_NE(object, nullptr);
  EXPECT_EQ(object->value, 9);
  EXPECT_EQ(table.Find(handle), nullptr);
  EXPECT_EQ(table.Claim(handle), nullptr);
  EXPECT_EQ(Counted<5>::live, 1);
  table.Release(handle);
  EXPECT_EQ(Counted<5>::live, 0);
}

TEST(HandleTableTest, WhatIsGivenBackIsLiveAgain) {
  auto& table = Table<9>::Get();
  void* const handle = table.Create(7);
  ASSERT_NE(table.Claim(handle), nullptr);
  table.GiveBack(handle);
  EXPECT_EQ(table.Find(handle)->value, 7);
  EXPECT_TRUE(table.Destroy(handle));
  EXPECT_EQ(Counted<9>::live, 0);
}

TEST(HandleTableTest, ManyLiveObjects) {
  auto& table = Table<6>::Get();
  std::vector<void*> handles;
  for (int i = 0; i < 3000; ++i) handles.push_back(table.Create(i));
  for (int i = 0; i < 3000; ++i) {
    ASSERT_EQ(table.Find(handles[static_cast<size_t>(i)])->value, i);
  }
  for (void* const handle : handles) EXPECT_TRUE(table.Destroy(handle));
  EXPECT_EQ(Counted<6>::live, 0);
}

TEST(HandleTableTest, OfSeveralThreadsOneDestroys) {
  auto& table = Table<7>::Get();
  for (int round = 0; round < 200; ++round) {
    void* const handle = table.Create(round);
    std::atomic<int> winners{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        if (table.Destroy(handle)) ++winners;
      });
    }
    for (std::thread& thread : threads) thread.join();
    ASSERT_EQ(winners, 1);
  }
  EXPECT_EQ(Counted<7>::live, 0);
}

TEST(HandleTableTest, WhatASlotKeepsOutlivesItsObjects) {
  using Keeping = HandleTable<Counted<10>, HandleKind::kEvent, kHandleSlotBits, std::atomic<int>>;
  Keeping& table = Keeping::Get();
  void* const handle = table.Create(1);
  Keeping::Slot* const slot = table.SlotOf(handle);
  ASSERT_NE(slot, nullptr);
  EXPECT_TRUE(slot->Holds(handle));
  EXPECT_EQ(slot->object().value, 1);
  slot->kept = 5;
  EXPECT_TRUE(table.Destroy(handle));
  EXPECT_EQ(table.SlotOf(handle), slot);
  EXPECT_FALSE(slot->Holds(handle));
  void* const next = table.Create(2);
  EXPECT_EQ(table.SlotOf(next), slot);
  EXPECT_FALSE(slot->Holds(handle));
  EXPECT_TRUE(slot->Holds(next));
  EXPECT_EQ(slot->kept, 5);
  EXPECT_TRUE(table.Destroy(next));
}

// More slots than one chunk has, taken and given back in changing order.
TEST(HandleTableTest, ThreadsDoNotGetEachOthersSlots) {
  auto& table = Table<8>::Get();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&table, t] {
      std::vector<void*> handles;
      for (int i = 0; i < 4000; ++i) {
        handles.push_back(table.Create(4 * i + t));
        if (i % 3 != 0) continue;
        void* const handle = handles[handles.size() / 2];
        handles.erase(handles.begin() + static_cast<std::ptrdiff_t>(handles.size() / 2));
        ASSERT_EQ(table.Find(handle)->value % 4, t);
        ASSERT_TRUE(table.Destroy(handle));
      }
      for (void* const handle : handles) {
        ASSERT_EQ(table.Find(handle)->value % 4, t);
        ASSERT_TRUE(table.Destroy(handle));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Counted<8>::live, 0);
}

}  // namespace
}  // namespace openaclnn
