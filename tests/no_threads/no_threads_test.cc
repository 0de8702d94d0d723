// A process that may start no more threads: small containers have such limits, and machines with
// many CPUs reach them. No call may end the process; what can be computed with fewer threads is.
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_logit_grad.h"
#include "cpu/threads.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/no_threads/thread_limit.h"
#include "tests/ops/harness/settings.h"

namespace openaclnn {
namespace {

using test::ScopedSettings;
using test::ThreadLimit;

// The threads that take part where each waits for `expected` of them, for a while.
std::set<std::thread::id> ThreadsOfParallelFor(int64_t count, size_t expected) {
  std::mutex mutex;
  std::set<std::thread::id> seen;
  std::vector<std::atomic<int>> visits(static_cast<size_t>(count));
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  ParallelFor(count, 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) ++visits[static_cast<size_t>(i)];
    const auto all_came = [&] {
      const std::lock_guard lock(mutex);
      seen.insert(std::this_thread::get_id());
      return seen.size() >= expected;
    };
    while (!all_came() && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  });
  for (const std::atomic<int>& visit : visits) EXPECT_EQ(visit, 1);
  return seen;
}

// In one test, as threads that were started once stay.
TEST(NoThreadsTest, RangesAreSharedByTheThreadsThatThereAre) {
  const ScopedSettings settings([](Settings& s) { s.num_threads = 8; });
  {
    const ThreadLimit limit(0);
    EXPECT_THAT(ThreadsOfParallelFor(100, 1), testing::ElementsAre(std::this_thread::get_id()));
    EXPECT_THAT(ThreadsOfParallelFor(100, 1), testing::ElementsAre(std::this_thread::get_id()));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // until it is tried again
  {
    const ThreadLimit limit(2);
    EXPECT_EQ(ThreadsOfParallelFor(100, 3).size(), 3u);
    EXPECT_EQ(ThreadsOfParallelFor(100, 3).size(), 3u);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  EXPECT_EQ(ThreadsOfParallelFor(100, 8).size(), 8u);
}

// Calls of an operator that are long enough for the stream's thread and helpers.
class LargeCalls {
 public:
  LargeCalls() : x_(kElements), dy_(kElements), out_(kElements) {
    for (size_t i = 0; i < x_.size(); ++i) {
      x_[i] = static_cast<float>(i % 1000 + 1) / 1002;
      dy_[i] = static_cast<float>(i % 77);
    }
  }

  aclnnStatus Launch(aclrtStream stream, size_t elements = kElements) {
    const auto count = static_cast<int64_t>(elements);
    const auto tensor = [&](std::vector<float>& values) {
      return aclCreateTensor(&count, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &count, 1,
                             values.data());
    };
    aclTensor* const tensors[] = {tensor(x_), tensor(dy_), tensor(out_)};
    uint64_t size = 0;
    EXPECT_EQ(
        aclnnLogitGradGetWorkspaceSize(tensors[0], tensors[1], -1, tensors[2], &size, &executor_),
        ACLNN_SUCCESS);
    const aclnnStatus status = aclnnLogitGrad(nullptr, 0, executor_, stream);
    for (const aclTensor* each : tensors) aclDestroyTensor(each);
    return status;
  }

  aclOpExecutor* executor() const { return executor_; }
  std::vector<float> Results() const { return out_; }

 private:
  static constexpr size_t kElements = 1 << 21;
  std::vector<float> x_, dy_, out_;
  aclOpExecutor* executor_ = nullptr;
};

class StreamsWithoutThreadsTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
    aclGetRecentErrMsg();
  }
  void TearDown() override {
    EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  }

  aclrtStream stream_ = nullptr;
};

TEST_F(StreamsWithoutThreadsTest, RefuseWhatHasToWait) {
  const auto nothing = [](void*) {};
  LargeCalls calls;
  {
    const ThreadLimit limit(0);
    EXPECT_EQ(aclrtLaunchHostFunc(stream_, nothing, nullptr), ACL_ERROR_RT_NO_STREAM_RESOURCE);
    EXPECT_THAT(aclGetRecentErrMsg(), testing::StartsWith("aclrtLaunchHostFunc: stream: cannot "
                                                          "start its thread: "));
    EXPECT_EQ(calls.Launch(stream_), ACLNN_ERR_RUNTIME_ERROR);
    EXPECT_THAT(aclGetRecentErrMsg(),
                testing::MatchesRegex("aclnnLogitGrad: stream: cannot start its thread: .*; the "
                                      "executor is destroyed \\[EZ.* .*\\]"));
    EXPECT_EQ(aclDestroyAclOpExecutor(calls.executor()), ACLNN_ERR_INNER);
    EXPECT_EQ(calls.Launch(stream_, 8), ACLNN_SUCCESS);  // in the caller
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  }
  EXPECT_EQ(calls.Launch(stream_), ACLNN_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
}

// Nobody can take over from a thread that ends.
TEST_F(StreamsWithoutThreadsTest, DropWhatIsBehindAFunctionThatEndsTheirThread) {
  std::atomic<bool> go{false};
  const auto end_thread = [](void* may_go) {
    while (!*static_cast<std::atomic<bool>*>(may_go)) std::this_thread::yield();
    pthread_exit(nullptr);
  };
  const auto count = [](void* counter) { ++*static_cast<std::atomic<int>*>(counter); };
  std::atomic<int> ran{0};
  EXPECT_EQ(aclrtLaunchHostFunc(stream_, end_thread, &go), ACL_SUCCESS);
  EXPECT_EQ(aclrtLaunchHostFunc(stream_, count, &ran), ACL_SUCCESS);
  {
    const ThreadLimit limit(0);
    go = true;
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_INTERNAL_ERROR);
    EXPECT_EQ(ran, 0);
  }
  EXPECT_EQ(aclrtLaunchHostFunc(stream_, count, &ran), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(ran, 1);
}

TEST_F(StreamsWithoutThreadsTest, ComputeAloneWhatOthersWouldShare) {
  const auto nothing = [](void*) {};
  ASSERT_EQ(aclrtLaunchHostFunc(stream_, nothing, nullptr), ACL_SUCCESS);  // starts its thread
  LargeCalls alone, together;
  {
    const ScopedSettings settings([](Settings& s) { s.num_threads = 64; });
    const ThreadLimit limit(0);
    EXPECT_EQ(alone.Launch(stream_), ACLNN_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  }
  EXPECT_EQ(together.Launch(stream_), ACLNN_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(alone.Results(), together.Results());
}

}  // namespace
}  // namespace openaclnn
