#include "cpu/threads.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "gtest/gtest.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn {
namespace {

using test::ScopedSettings;

TEST(ThreadsTest, CoversEveryIndexOnceInWholeGrains) {
  for (const int threads : {1, 2, 3, 7}) {
    const ScopedSettings settings([&](Settings& s) { s.num_threads = threads; });
    for (const int64_t grain : {1, 2, 5, 64}) {
      for (const int64_t count : {1, 2, 5, 63, 64, 65, 1000}) {
        std::vector<std::atomic<int>> visits(static_cast<size_t>(count));
        ParallelFor(count, grain, [&](int64_t begin, int64_t end) {
          EXPECT_LT(begin, end);
          EXPECT_EQ(begin % grain, 0);
          EXPECT_TRUE(end % grain == 0 || end == count) << end;
          for (int64_t i = begin; i < end; ++i) ++visits[static_cast<size_t>(i)];
        });
        for (const std::atomic<int>& visit : visits) {
          ASSERT_EQ(visit, 1) << threads << " threads, " << count << " by " << grain;
        }
      }
    }
  }
}

TEST(ThreadsTest, OneGrainRunsInTheCaller) {
  const ScopedSettings settings([](Settings& s) { s.num_threads = 4; });
  int calls = 0;
  ParallelFor(64, 64, [&, caller = std::this_thread::get_id()](int64_t begin, int64_t end) {
    ++calls;
    EXPECT_EQ(std::this_thread::get_id(), caller);
    EXPECT_EQ(begin, 0);
    EXPECT_EQ(end, 64);
  });
  EXPECT_EQ(calls, 1);
}

// Each body waits until as many threads as were asked for have come, or gives up after a while.
TEST(ThreadsTest, UsesAsManyThreadsAsAskedFor) {
  for (const int threads : {1, 3}) {
    const ScopedSettings settings([&](Settings& s) { s.num_threads = threads; });
    std::mutex mutex;
    std::set<std::thread::id> seen;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    ParallelFor(12, 1, [&](int64_t, int64_t) {
      {
        const std::lock_guard lock(mutex);
        seen.insert(std::this_thread::get_id());
      }
      const auto all_came = [&] {
        const std::lock_guard lock(mutex);
        return seen.size() >= static_cast<size_t>(threads);
      };
      while (!all_came() && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
    });
    EXPECT_EQ(seen.size(), static_cast<size_t>(threads));
  }
}

TEST(ThreadsTest, GrainsGrowAsElementsGetCheaper) {
  EXPECT_GT(GrainFor(10), GrainFor(1000));
  EXPECT_GE(GrainFor(1'000'000'000), 1);
  EXPECT_GE(GrainFor(0), GrainFor(1));
}

}  // namespace
}  // namespace openaclnn
