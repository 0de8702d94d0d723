#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

using StreamTest = RuntimeTest;

bool RunsInCaller(aclrtStream stream) {
  std::thread::id ran_in;
  EXPECT_TRUE(LaunchOnHost(stream, Weight::kSmall, [&]() noexcept {
                ran_in = std::this_thread::get_id();
                return 0;
              }).ok());
  EXPECT_OK(aclrtSynchronizeStream(stream));
  return ran_in == std::this_thread::get_id();
}

TEST_F(StreamTest, CreateAndDestroy) {
  aclrtStream stream = nullptr;
  EXPECT_OK(aclrtCreateStream(&stream));
  EXPECT_NE(stream, nullptr);
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_OK(aclrtDestroyStream(stream));
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "not a live stream", aclrtDestroyStream, stream);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "not a live stream", aclrtSynchronizeStream, stream);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "0x12345678", aclrtDestroyStream, Foreign());
}

TEST_F(StreamTest, CreateRefusals) {
  aclrtStream stream = nullptr;
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "stream: is null", aclrtCreateStream, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "stream: is null", aclrtCreateStreamWithConfig, nullptr,
                 0, 0);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "flag: is 0x40", aclrtCreateStreamWithConfig, &stream,
                 0, 0x40);
  std::thread([&] {
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "aclrtSetDevice", aclrtCreateStream, &stream);
  }).join();
  EXPECT_EQ(stream, nullptr);
}

TEST_F(StreamTest, EveryFlagIsAccepted) {
  for (uint32_t flags = 0; flags < 0x40; ++flags) {
    aclrtStream stream = nullptr;
    ASSERT_OK(aclrtCreateStreamWithConfig(&stream, flags % 8, flags));
    ASSERT_OK(aclrtDestroyStream(stream));
  }
}

TEST_F(StreamTest, StreamsThatAreNeverSynchronised) {
  for (const uint32_t flag :
       {ACL_STREAM_PERSISTENT, ACL_STREAM_CPU_SCHEDULE, ACL_STREAM_DEVICE_USE_ONLY}) {
    aclrtStream stream = nullptr;
    ASSERT_OK(aclrtCreateStreamWithConfig(&stream, 0, flag | ACL_STREAM_FAST_LAUNCH));
    Gate gate;
    EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
    EXPECT_OK(aclrtSynchronizeStream(stream));  // returns although the gate is closed
    EXPECT_OK(aclrtSynchronizeStreamWithTimeout(stream, 1));
    gate.Open();
    EXPECT_OK(aclrtDestroyStream(stream));
  }
}

TEST_F(StreamTest, TasksRunInOrder) {
  aclrtStream stream = NewStream();
  std::vector<int> order;
  Gate gate;
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  for (int i = 0; i < 200; ++i) {
    const Weight weight = i % 3 == 0 ? Weight::kSmall : Weight::kLarge;
    EXPECT_TRUE(LaunchOnHost(stream, weight, [&order, i]() noexcept {
                  order.push_back(i);
                  return 0;
                }).ok());
  }
  EXPECT_TRUE(order.empty());
  gate.Open();
  EXPECT_OK(aclrtSynchronizeStream(stream));
  ASSERT_EQ(order.size(), 200u);
  for (int i = 0; i < 200; ++i) EXPECT_EQ(order[static_cast<size_t>(i)], i);
}

TEST_F(StreamTest, SmallTasksOnAnIdleStreamRunInTheCaller) {
  aclrtStream stream = NewStream();
  std::thread::id ran_in;
  const auto task = [&]() noexcept {
    ran_in = std::this_thread::get_id();
    return 0;
  };
  EXPECT_TRUE(LaunchOnHost(stream, Weight::kSmall, task).ok());
  EXPECT_EQ(ran_in, std::this_thread::get_id());
  EXPECT_TRUE(LaunchOnHost(stream, Weight::kLarge, task).ok());
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_NE(ran_in, std::this_thread::get_id());
  EXPECT_TRUE(LaunchOnHost(stream, Weight::kSmall, task).ok());  // idle again, with a worker asleep
  EXPECT_EQ(ran_in, std::this_thread::get_id());
}

TEST_F(StreamTest, SmallTasksDoNotOvertake) {
  aclrtStream stream = NewStream();
  Gate gate;
  std::atomic<int> ran{0};
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  EXPECT_TRUE(LaunchOnHost(stream, Weight::kSmall, [&]() noexcept {
                ++ran;
                return 0;
              }).ok());
  EXPECT_EQ(ran, 0);
  gate.Open();
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_EQ(ran, 1);
}

TEST_F(StreamTest, TasksWaitForOneThatRunsInACaller) {
  aclrtStream stream = NewStream();
  Gate gate;
  std::atomic<int> ran{0};
  std::thread caller([&] {
    EXPECT_TRUE(LaunchOnHost(stream, Weight::kSmall, [&]() noexcept {
                  Gate::Block(&gate);
                  return 0;
                }).ok());
  });
  gate.AwaitArrival();
  EXPECT_OK(aclrtLaunchHostFunc(stream, Count, &ran));
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "", aclrtSynchronizeStreamWithTimeout, stream,
                 20);
  EXPECT_EQ(ran, 0);
  gate.Open();
  EXPECT_OK(aclrtSynchronizeStreamWithTimeout(stream, 10000));
  EXPECT_EQ(ran, 1);
  caller.join();
  EXPECT_TRUE(RunsInCaller(stream));
}

// All that looks closer at a stream leaves it as it was.
TEST_F(StreamTest, SmallTasksRunInTheCallerWhateverWasBefore) {
  aclrtStream stream = NewStream();
  aclrtEvent event = nullptr;
  aclrtStreamStatus status;
  EXPECT_OK(aclrtCreateEvent(&event));
  EXPECT_TRUE(RunsInCaller(stream));
  EXPECT_OK(aclrtStreamQuery(stream, &status));
  EXPECT_TRUE(RunsInCaller(stream));
  EXPECT_OK(aclrtSynchronizeStreamWithTimeout(stream, 10));
  EXPECT_OK(aclrtSynchronizeDevice());
  EXPECT_TRUE(RunsInCaller(stream));
  EXPECT_OK(aclrtRecordEvent(event, stream));
  EXPECT_OK(aclrtSynchronizeEvent(event));
  EXPECT_TRUE(RunsInCaller(stream));
  EXPECT_TRUE(LaunchOnHost(stream, Weight::kSmall, []() noexcept { return 5; }).ok());
  EXPECT_EQ(aclrtSynchronizeStream(stream), 5);
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_TRUE(RunsInCaller(stream));
  EXPECT_OK(aclrtDestroyEvent(event));
}

TEST_F(StreamTest, NullIsTheDefaultStream) {
  std::atomic<int> ran{0};
  EXPECT_OK(aclrtLaunchHostFunc(nullptr, Count, &ran));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(ran, 1);
  std::thread([] {
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "", aclrtSynchronizeStream, nullptr);
    EXPECT_EQ(LaunchOnHost(nullptr, Weight::kSmall, []() noexcept { return 0; }).code(),
              ACL_ERROR_RT_CONTEXT_NULL);
  }).join();
}

TEST_F(StreamTest, LaunchOnWhatIsNoStream) {
  aclrtStream stream = NewStream();
  EXPECT_OK(aclrtDestroyStream(stream));
  bool ran = false;
  const auto task = [&]() noexcept {
    ran = true;
    return 0;
  };
  EXPECT_EQ(LaunchOnHost(stream, Weight::kSmall, task).code(), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(LaunchOnHost(Foreign(), Weight::kLarge, task).code(), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_FALSE(ran);
}

TEST_F(StreamTest, Query) {
  aclrtStream stream = NewStream();
  aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
  EXPECT_OK(aclrtStreamQuery(stream, &status));
  EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
  Gate gate;
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  EXPECT_OK(aclrtStreamQuery(stream, &status));
  EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
  EXPECT_OK(aclrtStreamQuery(nullptr, &status));
  EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
  gate.Open();
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_OK(aclrtStreamQuery(stream, &status));
  EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "status: is null", aclrtStreamQuery, stream, nullptr);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "", aclrtStreamQuery, Foreign(), &status);
}

TEST_F(StreamTest, IdsDiffer) {
  std::set<int32_t> ids;
  for (int i = 0; i < 10; ++i) {
    int32_t id = -1;
    EXPECT_OK(aclrtStreamGetId(NewStream(), &id));
    EXPECT_GE(id, 0);
    ids.insert(id);
  }
  EXPECT_EQ(ids.size(), 10u);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "streamId: is null", aclrtStreamGetId, nullptr, nullptr);
}

TEST_F(StreamTest, SynchroniseWithTimeout) {
  aclrtStream stream = NewStream();
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "timeout: is 0", aclrtSynchronizeStreamWithTimeout,
                 stream, 0);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "timeout: is -2", aclrtSynchronizeStreamWithTimeout,
                 stream, -2);
  EXPECT_OK(aclrtSynchronizeStreamWithTimeout(stream, 1));
  Gate gate;
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "timeout", aclrtSynchronizeStreamWithTimeout,
                 stream, 30);
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(30));
  gate.Open();
  EXPECT_OK(aclrtSynchronizeStreamWithTimeout(stream, -1));
}

TEST_F(StreamTest, AFailureIsReturnedOnceAndTheFirstCounts) {
  aclrtStream stream = NewStream();
  std::atomic<int> ran{0};
  for (const Weight weight : {Weight::kSmall, Weight::kLarge}) {
    for (const int32_t code : {ACL_ERROR_RT_AICORE_EXCEPTION, ACL_ERROR_RT_AICORE_TIMEOUT, 0}) {
      EXPECT_TRUE(LaunchOnHost(stream, weight, [code, &ran]() noexcept {
                    ++ran;
                    return code;
                  }).ok());
    }
    EXPECT_REFUSED(ACL_ERROR_RT_AICORE_EXCEPTION, "507015", aclrtSynchronizeStream, stream);
    EXPECT_OK(aclrtSynchronizeStream(stream));
  }
  EXPECT_EQ(ran, 6);  // a failure does not stop those behind it
}

TEST_F(StreamTest, AHostFunctionThatThrows) {
  aclrtStream stream = NewStream();
  std::atomic<int> ran{0};
  EXPECT_OK(aclrtLaunchHostFunc(
      stream, [](void*) { throw std::runtime_error("no luck"); }, nullptr));
  EXPECT_OK(aclrtLaunchHostFunc(stream, Count, &ran));
  EXPECT_REFUSED(ACL_ERROR_RT_INTERNAL_ERROR, "no luck", aclrtSynchronizeStream, stream);
  EXPECT_EQ(ran, 1);
  for (aclrtHostFunc fn : {aclrtHostFunc{[](void*) { throw std::runtime_error("first"); }},
                           aclrtHostFunc{[](void*) { throw std::runtime_error("second"); }}}) {
    EXPECT_OK(aclrtLaunchHostFunc(stream, fn, nullptr));
  }
  EXPECT_REFUSED(ACL_ERROR_RT_INTERNAL_ERROR, "first", aclrtSynchronizeStream, stream);
  EXPECT_OK(aclrtLaunchHostFunc(
      stream, [](void*) { throw 5; }, nullptr));
  EXPECT_REFUSED(ACL_ERROR_RT_INTERNAL_ERROR, "threw", aclrtSynchronizeStream, stream);
  EXPECT_OK(aclrtSynchronizeStream(stream));
}

TEST_F(StreamTest, HostFunctionRefusals) {
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "fn: is null", aclrtLaunchHostFunc, nullptr, nullptr,
                 nullptr);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "", aclrtLaunchHostFunc, Foreign(), Count, nullptr);
}

TEST_F(StreamTest, DestroyWaitsForTasks) {
  aclrtStream stream = NewStream();
  Gate gate;
  std::atomic<int> ran{0};
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  for (int i = 0; i < 10; ++i) EXPECT_OK(aclrtLaunchHostFunc(stream, Count, &ran));
  std::thread opener([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    gate.Open();
  });
  EXPECT_OK(aclrtDestroyStream(stream));
  EXPECT_EQ(ran, 10);
  opener.join();
}

TEST_F(StreamTest, DestroyDoesNotReturnFailures) {
  aclrtStream stream = NewStream();
  EXPECT_OK(aclrtLaunchHostFunc(
      stream, [](void*) { throw 1; }, nullptr));
  EXPECT_OK(aclrtDestroyStream(stream));
}

TEST_F(StreamTest, DestroyForceDoesNotWait) {
  aclrtStream stream = NewStream();
  Gate gate;
  std::atomic<int> ran{0};
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  gate.AwaitArrival();
  const auto owned = std::make_shared<int>(1);
  EXPECT_TRUE(
      LaunchOnHost(stream, Weight::kLarge, [&ran, owned]() noexcept { return ++ran; }).ok());
  EXPECT_EQ(owned.use_count(), 2);
  EXPECT_OK(aclrtDestroyStreamForce(stream));  // the gate is closed
  EXPECT_EQ(owned.use_count(), 1);             // the dropped task is gone
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "", aclrtSynchronizeStream, stream);
  gate.Open();
  EXPECT_EQ(ran, 0);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "stream: is null", aclrtDestroyStreamForce, nullptr);
  EXPECT_OK(aclrtDestroyStreamForce(NewStream()));  // idle
}

TEST_F(StreamTest, DestroyForceReleasesThoseWhoSynchronise) {
  aclrtStream stream = NewStream();
  Gate gate;
  std::atomic<int> ran{0};
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  EXPECT_OK(aclrtLaunchHostFunc(stream, Count, &ran));
  std::thread waiter([&] { aclrtSynchronizeStream(stream); });
  gate.AwaitArrival();
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_OK(aclrtDestroyStreamForce(stream));
  gate.Open();
  waiter.join();
  EXPECT_EQ(ran, 0);
}

TEST_F(StreamTest, DestroyNeedsTheStreamsContext) {
  aclrtStream stream = NewStream();
  aclrtContext context = nullptr;
  EXPECT_OK(aclrtCreateContext(&context, 0));
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_CONTEXT, "belongs to context", aclrtDestroyStream, stream);
  EXPECT_OK(aclrtSynchronizeStream(stream));  // using it is fine
  std::thread([&] {
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "", aclrtDestroyStream, stream);
  }).join();
  EXPECT_OK(aclrtDestroyContext(context));
  EXPECT_OK(aclrtSetDevice(0));
  EXPECT_OK(aclrtDestroyStream(stream));
}

TEST_F(StreamTest, WaitingForOneselfIsRefused) {
  static aclrtStream stream;
  stream = NewStream();
  static std::vector<aclError> codes;
  codes.clear();
  EXPECT_OK(aclrtLaunchHostFunc(
      stream,
      [](void*) {
        codes = {aclrtSynchronizeStream(stream), aclrtSynchronizeDevice(),
                 aclrtSynchronizeStreamWithTimeout(stream, 1), aclrtDestroyStream(stream)};
      },
      nullptr));
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_THAT(codes, testing::Each(ACL_ERROR_RT_STREAM_NOT_COMPLETE));
  EXPECT_EQ(codes.size(), 4u);
  EXPECT_OK(aclrtDestroyStream(stream));
}

TEST_F(StreamTest, AHostFunctionMayLaunchMore) {
  static aclrtStream stream;
  stream = NewStream();
  std::atomic<int> ran{0};
  EXPECT_OK(aclrtLaunchHostFunc(
      stream, [](void* counter) { EXPECT_OK(aclrtLaunchHostFunc(stream, Count, counter)); }, &ran));
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_OK(aclrtSynchronizeStream(stream));  // what was launched during the first
  EXPECT_EQ(ran, 1);
}

TEST_F(StreamTest, AHostFunctionMayUseOtherStreams) {
  static aclrtStream other;
  other = NewStream();
  std::atomic<int> ran{0};
  EXPECT_OK(aclrtLaunchHostFunc(
      nullptr,
      [](void* counter) {
        EXPECT_OK(aclrtLaunchHostFunc(other, Count, counter));
        EXPECT_OK(aclrtSynchronizeStream(other));
        Count(counter);
      },
      &ran));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(ran, 2);
}

}  // namespace
}  // namespace openaclnn::test
