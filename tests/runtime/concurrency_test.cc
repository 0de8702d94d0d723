// Many threads and streams at once. Under ThreadSanitizer these also show that tasks, events and
// synchronisation order the memory accesses of the program.
#include <thread>
#include <vector>

#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

using ConcurrencyTest = RuntimeTest;

// Adds `amount` to a plain integer that only order protects.
Status Add(aclrtStream stream, Weight weight, int* sum, int amount) {
  return LaunchOnHost(stream, weight, [sum, amount]() noexcept {
    *sum += amount;
    return 0;
  });
}

TEST_F(ConcurrencyTest, TwoStreamsPlayPingPong) {
  aclrtStream streams[] = {NewStream(), NewStream()};
  aclrtEvent events[] = {NewEvent(), NewEvent()};
  int value = 0;
  std::vector<int> seen;
  constexpr int kRounds = 300;
  for (int i = 0; i < kRounds; ++i) {
    const int mine = i % 2;
    EXPECT_OK(aclrtStreamWaitEvent(streams[mine], events[1 - mine]));
    const Weight weight = i % 3 == 0 ? Weight::kSmall : Weight::kLarge;
    EXPECT_TRUE(LaunchOnHost(streams[mine], weight, [&]() noexcept {
                  seen.push_back(value++);
                  return 0;
                }).ok());
    EXPECT_OK(aclrtRecordEvent(events[mine], streams[mine]));
  }
  EXPECT_OK(aclrtSynchronizeDevice());
  EXPECT_EQ(value, kRounds);
  for (int i = 0; i < kRounds; ++i) EXPECT_EQ(seen[static_cast<size_t>(i)], i);
}

TEST_F(ConcurrencyTest, AForkAndAJoin) {
  aclrtStream first = NewStream(), last = NewStream();
  std::vector<aclrtStream> middle;
  for (int i = 0; i < 3; ++i) middle.push_back(NewStream());
  aclrtEvent forked = NewEvent();
  std::vector<aclrtEvent> joined;
  for (int i = 0; i < 3; ++i) joined.push_back(NewEvent());
  int start = 0, parts[3] = {}, sum = 0;
  for (int round = 1; round <= 50; ++round) {
    EXPECT_TRUE(Add(first, Weight::kLarge, &start, 1).ok());
    EXPECT_OK(aclrtRecordEvent(forked, first));
    for (size_t i = 0; i < 3; ++i) {
      EXPECT_OK(aclrtStreamWaitEvent(middle[i], forked));
      EXPECT_TRUE(LaunchOnHost(middle[i], Weight::kLarge, [&start, part = &parts[i]]() noexcept {
                    *part = start;
                    return 0;
                  }).ok());
      EXPECT_OK(aclrtRecordEvent(joined[i], middle[i]));
      EXPECT_OK(aclrtStreamWaitEvent(last, joined[i]));
    }
    EXPECT_TRUE(LaunchOnHost(last, Weight::kLarge, [&]() noexcept {
                  sum += parts[0] + parts[1] + parts[2];
                  return 0;
                }).ok());
    EXPECT_OK(aclrtRecordEvent(joined[0], last));
    EXPECT_OK(aclrtStreamWaitEvent(first, joined[0]));
  }
  EXPECT_OK(aclrtSynchronizeStream(last));
  EXPECT_EQ(sum, 3 * 50 * 51 / 2);
}

TEST_F(ConcurrencyTest, ManyThreadsOnOneStream) {
  aclrtStream stream = NewStream();
  int sum = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 300; ++i) {
        const Weight weight = (i + t) % 2 == 0 ? Weight::kSmall : Weight::kLarge;
        ASSERT_TRUE(Add(stream, weight, &sum, 1).ok());
        if (i % 50 == 0) {
          ASSERT_OK(aclrtSynchronizeStream(stream));
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_EQ(sum, 4 * 300);
}

TEST_F(ConcurrencyTest, OneThreadRunsSmallTasksThatOthersWatch) {
  aclrtStream stream = NewStream();
  aclrtContext context = nullptr;
  EXPECT_OK(aclrtGetCurrentContext(&context));
  std::atomic<bool> over{false};
  int sum = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&, t] {
      ASSERT_OK(aclrtSetCurrentContext(context));
      while (!over) {
        aclrtStreamStatus status;
        ASSERT_OK(t == 0   ? aclrtStreamQuery(stream, &status)
                  : t == 1 ? aclrtSynchronizeStream(stream)
                           : aclrtSynchronizeDevice());
      }
    });
  }
  for (int i = 0; i < 3000; ++i) ASSERT_TRUE(Add(stream, Weight::kSmall, &sum, 1).ok());
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_EQ(sum, 3000);
  over = true;
  for (std::thread& thread : threads) thread.join();
}

TEST_F(ConcurrencyTest, ThreadsWithStreamsOfTheirOwn) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([] {
      ASSERT_OK(aclrtSetDevice(0));
      for (int round = 0; round < 20; ++round) {
        aclrtStream stream = nullptr;
        aclrtEvent event = nullptr;
        ASSERT_OK(aclrtCreateStream(&stream));
        ASSERT_OK(aclrtCreateEvent(&event));
        int sum = 0;
        for (int i = 0; i < 10; ++i) ASSERT_TRUE(Add(stream, Weight::kLarge, &sum, i).ok());
        ASSERT_OK(aclrtRecordEvent(event, stream));
        ASSERT_OK(aclrtSynchronizeEvent(event));
        ASSERT_EQ(sum, 45);
        ASSERT_OK(aclrtDestroyEvent(event));
        ASSERT_OK(round % 2 == 0 ? aclrtDestroyStream(stream) : aclrtDestroyStreamForce(stream));
      }
      ASSERT_OK(aclrtResetDevice(0));
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(ConcurrencyTest, SeveralThreadsWaitForOneEvent) {
  aclrtEvent event = NewEvent();
  Gate gate;
  int value = 0;
  EXPECT_OK(aclrtLaunchHostFunc(nullptr, Gate::Block, &gate));
  EXPECT_TRUE(Add(nullptr, Weight::kSmall, &value, 7).ok());
  EXPECT_OK(aclrtRecordEvent(event, nullptr));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      ASSERT_OK(aclrtSynchronizeEvent(event));
      ASSERT_EQ(value, 7);
    });
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  gate.Open();
  for (std::thread& thread : threads) thread.join();
}

TEST_F(ConcurrencyTest, DevicesAreSetAndResetByManyThreads) {
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([] {
      for (int i = 0; i < 200; ++i) {
        ASSERT_OK(aclrtSetDevice(0));
        ASSERT_OK(aclrtSynchronizeStream(nullptr));
        ASSERT_OK(aclrtResetDevice(0));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  int32_t device = -1;
  EXPECT_OK(aclrtGetDevice(&device));  // this thread's own call of aclrtSetDevice still counts
  EXPECT_EQ(device, 0);
}

}  // namespace
}  // namespace openaclnn::test
