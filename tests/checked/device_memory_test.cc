#include "checked/device_memory.h"

#include <csignal>
#include <cstring>
#include <optional>

#include "checked/out_of_reach.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace openaclnn {
namespace {

using testing::HasSubstr;

class DeviceMemoryTest : public testing::Test {
 protected:
  DeviceMemoryTest() {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    OverrideChecks(CheckBit(Check::kMemory));
  }
  ~DeviceMemoryTest() override { OverrideChecks(0); }

  static uintptr_t AddressOf(const void* memory) { return reinterpret_cast<uintptr_t>(memory); }
};

TEST_F(DeviceMemoryTest, TheBytesAreElsewhere) {
  auto* const memory = static_cast<char*>(ReserveDeviceMemory(100, 0));
  ASSERT_NE(memory, nullptr);
  EXPECT_TRUE(IsDeviceAddress(memory));
  auto* const bytes = static_cast<char*>(HostAddress(memory));
  EXPECT_NE(bytes, memory);
  EXPECT_FALSE(IsDeviceAddress(bytes));
  std::memset(bytes, 1, 100);
  EXPECT_EQ(HostAddress(memory + 99), bytes + 99);
  ReleaseDeviceMemory(memory, false);
}

TEST_F(DeviceMemoryTest, OtherAddressesStayWhatTheyAre) {
  int local = 0;
  EXPECT_EQ(HostAddress(&local), &local);
  EXPECT_EQ(HostAddress(nullptr), nullptr);
  EXPECT_FALSE(IsDeviceAddress(&local));
}

TEST_F(DeviceMemoryTest, RangesAreHeldAgainstAllocations) {
  void* const memory = ReserveDeviceMemory(100, 0);
  const uintptr_t begin = AddressOf(memory);
  EXPECT_FALSE(CheckDeviceRange(begin, begin + 100));
  EXPECT_FALSE(CheckDeviceRange(begin + 99, begin + 100));
  for (const auto& [from, to] : {std::pair{0, 101}, {-1, 10}, {100, 101}, {-8, 0}}) {
    const auto finding = CheckDeviceRange(begin + from, begin + to);
    ASSERT_TRUE(finding) << from << " " << to;
    EXPECT_EQ(finding->mistake, Mistake::kOutOfBounds) << finding->details;
  }
  EXPECT_THAT(CheckDeviceRange(begin, begin + 101)->details,
              HasSubstr("are offsets 0 to 101 of allocation #"));
  ReleaseDeviceMemory(memory, false);
  EXPECT_EQ(CheckDeviceRange(begin, begin + 1)->mistake, Mistake::kUseAfterFree);
  int local = 0;
  EXPECT_EQ(CheckDeviceRange(AddressOf(&local), AddressOf(&local) + 4)->mistake,
            Mistake::kHostPointer);
}

TEST_F(DeviceMemoryTest, FreedAddressesAreNotUsedAgainSoon) {
  void* const memory = ReserveDeviceMemory(100, 0);
  ReleaseDeviceMemory(memory, false);
  for (int i = 0; i < 1000; ++i) {
    void* const other = ReserveDeviceMemory(100, 0);
    ASSERT_NE(other, memory);
    ReleaseDeviceMemory(other, false);
  }
  EXPECT_EQ(ExplainFree(memory, "aclrtMalloc").mistake, Mistake::kDoubleFree);
}

TEST_F(DeviceMemoryTest, MoreThanTheWholeRangeCanBeUsedOverTime) {
  constexpr size_t kSize = size_t{100} << 30;
  void* const first = ReserveDeviceMemory(kSize, 0);
  if (first == nullptr) GTEST_SKIP() << "this machine does not overcommit memory";
  ReleaseDeviceMemory(first, false);
  for (int i = 0; i < 100; ++i) {
    void* const memory = ReserveDeviceMemory(kSize, 0);
    ASSERT_NE(memory, nullptr) << i;
    ReleaseDeviceMemory(memory, false);
  }
  EXPECT_EQ(ReserveDeviceMemory(size_t{1} << 60, 0), nullptr);
}

TEST_F(DeviceMemoryTest, AFaultIsExplainedAndThenTakesItsCourse) {
  auto* const memory = static_cast<volatile char*>(ReserveDeviceMemory(100, 0));
  // The address sanitizer's action is to exit.
#if defined(OPENACLNN_ADDRESS_SANITIZER)
  const testing::ExitedWithCode takes_its_course(1);
#else
  const testing::KilledBySignal takes_its_course(SIGSEGV);
#endif
  EXPECT_EXIT(
      memory[7] = 1, takes_its_course,
      "EZ2001 host-access.*host code wrote device memory.*offset 7 of allocation #.* of 100 "
      "bytes");
  ReleaseDeviceMemory(const_cast<char*>(memory), false);
}

// Memory of a device that others in the process use, too.
class SharedDeviceTest : public DeviceMemoryTest {
 protected:
  static constexpr uintptr_t kBegin = 1 << 20;

  SharedDeviceTest() {
    AskWhetherDevice([](uintptr_t address) { return address - known_begin < known_size; });
    Know(0, 0);
    NoteAllocated(At(0), 100, 200, 3);
  }

  static void* At(uintptr_t offset) { return reinterpret_cast<void*>(kBegin + offset); }
  static void Know(uintptr_t begin, size_t size) {
    known_begin = begin;
    known_size = size;
  }

  static inline uintptr_t known_begin = 0;
  static inline size_t known_size = 0;
};

TEST_F(SharedDeviceTest, WhatIsNotRegisteredIsNotJudged) {
  EXPECT_TRUE(IsDeviceAddress(At(199)));
  EXPECT_FALSE(IsDeviceAddress(At(200)));
  EXPECT_EQ(CheckDeviceRange(kBegin + 200, kBegin + 204)->mistake, Mistake::kHostPointer);
  Know(kBegin, 1000);
  EXPECT_TRUE(IsDeviceAddress(At(200)));
  EXPECT_FALSE(CheckDeviceRange(kBegin + 200, kBegin + 204));
  EXPECT_EQ(DeviceOf(kBegin + 200), std::nullopt);
  EXPECT_FALSE(CheckDeviceRange(kBegin, kBegin + 100));
  EXPECT_EQ(CheckDeviceRange(kBegin, kBegin + 101)->mistake, Mistake::kOutOfBounds);
  EXPECT_EQ(CheckDeviceRange(kBegin - 4, kBegin + 4)->mistake, Mistake::kOutOfBounds);
  EXPECT_EQ(DeviceOf(kBegin), 3);
  EXPECT_TRUE(IsMapped(kBegin, kBegin + 200));
  EXPECT_FALSE(IsMapped(kBegin, kBegin + 201));
}

TEST_F(SharedDeviceTest, FreedMemoryIsToldUntilOthersHaveIt) {
  Know(kBegin, 1000);
  EXPECT_EQ(NoteFreed(At(0)), 200u);
  EXPECT_EQ(CheckDeviceRange(kBegin, kBegin + 4)->mistake, Mistake::kUseAfterFree);
  NoteGone(At(0));
  EXPECT_FALSE(CheckDeviceRange(kBegin, kBegin + 4));  // of whoever has it now
  EXPECT_EQ(DeviceOf(kBegin), std::nullopt);
  Know(0, 0);
  EXPECT_EQ(CheckDeviceRange(kBegin, kBegin + 4)->mistake, Mistake::kUseAfterFree);
  EXPECT_EQ(ExplainFree(At(0), "aclrtMalloc").mistake, Mistake::kDoubleFree);
  EXPECT_EQ(ExplainFree(At(300), "aclrtMalloc").mistake, Mistake::kForeignFree);
  NoteAllocated(At(150), 40, 50, 3);  // over the end of what was freed
  EXPECT_FALSE(CheckDeviceRange(kBegin + 150, kBegin + 190));
  EXPECT_EQ(ExplainFree(At(0), "aclrtMalloc").mistake, Mistake::kForeignFree);
}

TEST_F(DeviceMemoryTest, OtherFaultsAreNobodysBusiness) {
  ReleaseDeviceMemory(ReserveDeviceMemory(1, 0), false);
  EXPECT_DEATH(std::raise(SIGSEGV), testing::Not(HasSubstr("EZ2")));
}

}  // namespace
}  // namespace openaclnn
