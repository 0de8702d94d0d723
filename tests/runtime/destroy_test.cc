// Streams, events, contexts and devices that one thread ends while others use them: each call is
// done or refused, and what was accepted has run when aclrtDestroyStream returns. The number of
// calls is bounded; ThreadSanitizer looks at the rest.
#include <functional>
#include <initializer_list>
#include <memory>
#include <thread>
#include <vector>

#include "runtime/stream_table.h"
#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

using DestroyTest = RuntimeTest;

void ExpectOneOf(aclError code, std::initializer_list<aclError> codes) {
  EXPECT_THAT(codes, testing::Contains(code)) << Messages();
}

struct Counts {
  std::atomic<int> accepted{0}, ran{0};
};

// Puts tasks of both weights on a stream until one is refused.
void LaunchUntilRefused(aclrtStream stream, const std::shared_ptr<Counts>& counts, int first) {
  for (int i = first;; ++i) {
    const Weight weight = i % 3 == 0 ? Weight::kLarge : Weight::kSmall;
    const Status launched = LaunchOnHost(stream, weight, [counts]() noexcept {
      ++counts->ran;
      return 0;
    });
    if (!launched.ok()) {
      EXPECT_EQ(launched.code(), ACL_ERROR_RT_INVALID_HANDLE);
      EXPECT_THAT(launched.message(), testing::HasSubstr("destroyed"));
      return;
    }
    ++counts->accepted;
  }
}

TEST_F(DestroyTest, WhatThreadsLaunchOnAStreamRunsOrIsRefused) {
  for (int round = 0; round < 100; ++round) {
    aclrtStream stream = NewStream();
    const auto counts = std::make_shared<Counts>();
    std::vector<std::jthread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&, t] { LaunchUntilRefused(stream, counts, t); });
    }
    while (counts->accepted < round % 25) std::this_thread::yield();
    const bool finish = round % 2 == 0;
    ASSERT_OK(finish ? aclrtDestroyStream(stream) : aclrtDestroyStreamForce(stream));
    const int ran = counts->ran;
    threads.clear();
    EXPECT_LE(counts->ran, counts->accepted);
    if (finish) {
      EXPECT_EQ(counts->ran, counts->accepted);
      EXPECT_EQ(counts->ran, ran) << "ran after the end of the stream";
    }
  }
}

// What threads use while others end it.
struct Targets {
  std::atomic<aclrtStream> stream{NewStream()}, other{NewStream()};
  std::atomic<aclrtEvent> event{NewEvent()};
  // Copies read the first place. Fills of several streams are in no order, so each has its own.
  static constexpr int kPlaces = 1 << 17, kPlace = 8;
  char* memory = nullptr;
  std::atomic<int> filled{0};
  uint64_t reporter = 0;  // the thread that runs callbacks
  std::atomic<int> ran{0};

  void* PlaceToFill() { return memory + (1 + filled++ % (kPlaces - 1)) * kPlace; }
};

void CallEverything(Targets& targets, int i) {
  constexpr aclError kGone = ACL_ERROR_RT_INVALID_HANDLE;
  const aclrtStream stream = i % 2 == 0 ? targets.stream : targets.other;
  const aclrtEvent event = targets.event;
  char host[8] = {};
  int32_t id = -1;
  aclrtStreamStatus status;
  aclrtEventRecordedStatus recorded;
  aclrtEventWaitStatus waited;
  float time = 0;
  switch (i % 16) {
    case 0:
      return ExpectOneOf(aclrtLaunchHostFunc(stream, Count, &targets.ran), {0, kGone});
    case 1:
      return ExpectOneOf(aclrtMemsetAsync(targets.PlaceToFill(), 8, 7, 8, stream), {0, kGone});
    case 2:
      return ExpectOneOf(
          aclrtMemcpyAsync(host, 8, targets.memory, 8, ACL_MEMCPY_DEVICE_TO_HOST, stream),
          {0, kGone});
    case 3:
    case 4:
      return ExpectOneOf(aclrtRecordEvent(event, stream), {0, kGone});
    case 5:
    case 6:
      return ExpectOneOf(aclrtStreamWaitEvent(stream, event), {0, kGone});
    case 7:
      return ExpectOneOf(aclrtSynchronizeStream(stream), {0, kGone, ACL_ERROR_RT_STREAM_NO_CB_REG});
    case 8:
      return ExpectOneOf(aclrtSynchronizeEvent(event), {0, kGone});
    case 9:
      return ExpectOneOf(aclrtStreamQuery(stream, &status), {0, kGone});
    case 10:
      return ExpectOneOf(aclrtStreamGetId(stream, &id), {0, kGone});
    case 11:
      return ExpectOneOf(aclrtSubscribeReport(targets.reporter, stream),
                         {0, kGone, ACL_ERROR_RT_STREAM_SUBSCRIBE});
    case 12:
      return ExpectOneOf(aclrtLaunchCallback(Count, &targets.ran, ACL_CALLBACK_BLOCK, stream),
                         {0, kGone, ACL_ERROR_RT_STREAM_NO_CB_REG});
    case 13:
      return ExpectOneOf(aclrtQueryEventStatus(event, &recorded), {0, kGone});
    case 14:
      ExpectOneOf(
          aclrtEventElapsedTime(&time, event, event),
          {0, kGone, ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL});
      return ExpectOneOf(aclrtQueryEventWaitStatus(event, &waited), {0, kGone});
    default:
      return ExpectOneOf(aclrtResetEvent(event, stream), {0, kGone});
  }
}

TEST_F(DestroyTest, EveryCallIsDoneOrRefused) {
  Targets targets;
  void* memory = nullptr;
  ASSERT_OK(aclrtMalloc(&memory, Targets::kPlaces * Targets::kPlace, ACL_MEM_MALLOC_HUGE_FIRST));
  targets.memory = static_cast<char*>(memory);
  aclrtContext context = nullptr;
  ASSERT_OK(aclrtGetCurrentContext(&context));
  std::atomic<int> calls{0};
  std::atomic<bool> done{false}, over{false};
  std::thread reporter([&] {
    while (!over) {
      ExpectOneOf(aclrtProcessReport(1),
                  {0, ACL_ERROR_RT_REPORT_TIMEOUT, ACL_ERROR_RT_THREAD_SUBSCRIBE});
    }
  });
  targets.reporter = static_cast<uint64_t>(reporter.native_handle());
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&, t] {
      EXPECT_OK(aclrtSetCurrentContext(context));
      for (int i = t; !done; ++i, ++calls) CallEverything(targets, i + i / 16 * 5);
    });
  }
  std::vector<std::weak_ptr<Stream>> abandoned;  // each lives until the task that it runs is over
  for (int round = 0; round < 500; ++round) {
    for (const int seen = calls; calls < seen + round % 32;) std::this_thread::yield();
    std::atomic<aclrtStream>& target = round % 2 == 0 ? targets.stream : targets.other;
    const aclrtStream stream = target.exchange(NewStream());
    if (round % 3 == 0) abandoned.push_back(CopyStream(stream));
    EXPECT_OK(round % 3 == 0 ? aclrtDestroyStreamForce(stream) : aclrtDestroyStream(stream));
    EXPECT_OK(aclrtDestroyEvent(targets.event.exchange(NewEvent())));
  }
  done = true;
  for (std::thread& thread : threads) thread.join();
  for (const auto& stream : abandoned) {
    while (!stream.expired()) std::this_thread::yield();
  }
  for (const aclrtStream stream : {targets.stream.load(), targets.other.load()}) {
    ExpectOneOf(aclrtSynchronizeStream(stream), {0, ACL_ERROR_RT_STREAM_NO_CB_REG});
    targets.ran = 0;
    EXPECT_OK(aclrtLaunchHostFunc(stream, Count, &targets.ran));
    EXPECT_OK(aclrtSynchronizeStream(stream));
    EXPECT_EQ(targets.ran, 1);
  }
  over = true;
  reporter.join();
  EXPECT_OK(aclrtFree(targets.memory));
}

// Runs `use` in three threads, so many times, and `end` in this one until they are done.
void UseWhileItEnds(int times, const std::function<void(int)>& use,
                    const std::function<void()>& end) {
  std::atomic<int> working{3};
  std::vector<std::jthread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < times; ++i) use(i);
      --working;
    });
  }
  while (working > 0) end();
}

// Calls of the current context, which may be gone by then.
void UseContext(int i, std::atomic<int>& ran) {
  constexpr aclError kNone = ACL_ERROR_RT_CONTEXT_NULL, kGone = ACL_ERROR_RT_INVALID_HANDLE;
  aclrtStream stream = nullptr;
  int32_t device = -1;
  int64_t value = 0;
  ExpectOneOf(aclrtLaunchHostFunc(nullptr, Count, &ran), {0, kNone, kGone});
  switch (i % 6) {
    case 0:
      return ExpectOneOf(aclrtSynchronizeStream(nullptr), {0, kNone});
    case 1:
      return ExpectOneOf(aclrtSynchronizeDevice(), {0, kNone});
    case 2:
      ExpectOneOf(aclrtGetDevice(&device), {0, kNone});
      EXPECT_LE(device, 0);
      return;
    case 3:
      ExpectOneOf(aclrtCtxSetSysParamOpt(ACL_OPT_DETERMINISTIC, 1), {0, kNone});
      return ExpectOneOf(aclrtCtxGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value),
                         {0, kNone, ACL_ERROR_RT_SYSPARAMOPT_NOT_SET});
    default:
      if (aclrtCreateStream(&stream) != 0) return;
      ExpectOneOf(aclrtLaunchHostFunc(stream, Count, &ran), {0, kGone});
      return ExpectOneOf(aclrtDestroyStream(stream), {0, kNone, kGone});
  }
}

TEST_F(DestroyTest, ContextsEndWhileThreadsUseThem) {
  const auto make = [] {
    aclrtContext context = nullptr;
    EXPECT_OK(aclrtCreateContext(&context, 0));
    return context;
  };
  std::atomic<aclrtContext> context{make()};
  std::atomic<int> ran{0};
  UseWhileItEnds(
      600,
      [&](int i) {
        ExpectOneOf(aclrtSetCurrentContext(context), {0, ACL_ERROR_RT_PARAM_INVALID});
        UseContext(i, ran);
      },
      [&] { EXPECT_OK(aclrtDestroyContext(context.exchange(make()))); });
  EXPECT_OK(aclrtDestroyContext(context));
}

TEST_F(DestroyTest, ADeviceIsResetWhileThreadsUseIt) {
  static std::atomic<int> ran{0};  // by abandoned streams too, perhaps after the test
  UseWhileItEnds(
      600,
      [&](int i) {
        EXPECT_OK(aclrtSetDevice(0));
        UseContext(i, ran);
      },
      [] {
        ExpectOneOf(aclrtResetDeviceForce(0), {0, ACL_ERROR_RT_CONTEXT_RELEASE_ERROR});
      });
}

}  // namespace
}  // namespace openaclnn::test
