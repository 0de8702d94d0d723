#include <thread>

#include "tests/runtime/runtime_test.h"

namespace openaclnn::test {
namespace {

using EventTest = RuntimeTest;

aclrtEventRecordedStatus Recorded(aclrtEvent event) {
  aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
  EXPECT_OK(aclrtQueryEventStatus(event, &status));
  return status;
}

aclrtEventWaitStatus Waits(aclrtEvent event) {
  aclrtEventWaitStatus status = ACL_EVENT_WAIT_STATUS_RESERVED;
  EXPECT_OK(aclrtQueryEventWaitStatus(event, &status));
  return status;
}

TEST_F(EventTest, CreateRefusals) {
  aclrtEvent event = nullptr;
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "event: is null", aclrtCreateEvent, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "event: is null", aclrtCreateEventWithFlag, nullptr, 0);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "event: is null", aclrtCreateEventExWithFlag, nullptr, 0);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "flag: is 0x4", aclrtCreateEventWithFlag, &event, 4);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "flag: is 0x80", aclrtCreateEventExWithFlag, &event,
                 0x80);
  std::thread([&] {
    EXPECT_REFUSED(ACL_ERROR_RT_CONTEXT_NULL, "", aclrtCreateEvent, &event);
  }).join();
  EXPECT_EQ(event, nullptr);
}

TEST_F(EventTest, NullIsRefusedEverywhere) {
  aclrtEventRecordedStatus recorded;
  aclrtEventStatus status;
  aclrtEventWaitStatus waits;
  float ms = 0;
  uint64_t timestamp = 0;
  aclrtEvent event = NewEvent();
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "event", aclrtDestroyEvent, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "event", aclrtRecordEvent, nullptr, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "event", aclrtResetEvent, nullptr, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "event", aclrtStreamWaitEvent, nullptr, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "event", aclrtSynchronizeEvent, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "event", aclrtSynchronizeEventWithTimeout, nullptr, 1);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "event", aclrtQueryEventStatus, nullptr, &recorded);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "status", aclrtQueryEventStatus, event, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "event", aclrtQueryEvent, nullptr, &status);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "status", aclrtQueryEvent, event, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "event", aclrtQueryEventWaitStatus, nullptr, &waits);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "status", aclrtQueryEventWaitStatus, event, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "ms", aclrtEventElapsedTime, nullptr, event, event);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "startEvent", aclrtEventElapsedTime, &ms, nullptr, event);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "endEvent", aclrtEventElapsedTime, &ms, event, nullptr);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "event", aclrtEventGetTimestamp, nullptr, &timestamp);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "timestamp", aclrtEventGetTimestamp, event, nullptr);
}

TEST_F(EventTest, DestroyedAndForeignHandlesAreRefused) {
  aclrtEvent event = NewEvent();
  EXPECT_OK(aclrtDestroyEvent(event));
  for (aclrtEvent bad : {event, Foreign()}) {
    aclrtEventStatus status;
    float ms = 0;
    EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "not a live event", aclrtDestroyEvent, bad);
    EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "", aclrtRecordEvent, bad, nullptr);
    EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "", aclrtResetEvent, bad, nullptr);
    EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "", aclrtStreamWaitEvent, nullptr, bad);
    EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "", aclrtSynchronizeEvent, bad);
    EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "", aclrtQueryEvent, bad, &status);
    EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "", aclrtEventElapsedTime, &ms, bad, bad);
  }
  event = NewEvent();
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "stream", aclrtRecordEvent, event, Foreign());
  EXPECT_EQ(Recorded(event), ACL_EVENT_RECORDED_STATUS_NOT_READY);
}

TEST_F(EventTest, CompleteWhenTheStreamHasComeToIt) {
  aclrtStream stream = NewStream();
  aclrtEvent event = NewEvent();
  Gate gate;
  EXPECT_EQ(Recorded(event), ACL_EVENT_RECORDED_STATUS_NOT_READY);
  EXPECT_OK(aclrtSynchronizeEvent(event));  // never recorded: nothing to wait for
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  EXPECT_OK(aclrtRecordEvent(event, stream));
  EXPECT_EQ(Recorded(event), ACL_EVENT_RECORDED_STATUS_NOT_READY);
  EXPECT_REFUSED(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, "timeout", aclrtSynchronizeEventWithTimeout,
                 event, 10);
  EXPECT_REFUSED(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, "", aclrtSynchronizeEventWithTimeout, event, 0);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "is -2", aclrtSynchronizeEventWithTimeout, event, -2);
  gate.Open();
  EXPECT_OK(aclrtSynchronizeEvent(event));
  EXPECT_EQ(Recorded(event), ACL_EVENT_RECORDED_STATUS_COMPLETE);
  EXPECT_OK(aclrtSynchronizeEventWithTimeout(event, -1));
}

TEST_F(EventTest, AnExEventIsCompleteBeforeItsFirstRecord) {
  aclrtEvent event = nullptr;
  EXPECT_OK(aclrtCreateEventExWithFlag(&event, ACL_EVENT_SYNC));
  EXPECT_EQ(Recorded(event), ACL_EVENT_RECORDED_STATUS_COMPLETE);
  Gate gate;
  EXPECT_OK(aclrtLaunchHostFunc(nullptr, Gate::Block, &gate));
  EXPECT_OK(aclrtRecordEvent(event, nullptr));
  EXPECT_EQ(Recorded(event), ACL_EVENT_RECORDED_STATUS_NOT_READY);
  gate.Open();
  EXPECT_OK(aclrtSynchronizeEvent(event));
}

TEST_F(EventTest, StreamsWaitForEvents) {
  aclrtStream first = NewStream(), second = NewStream();
  aclrtEvent event = NewEvent();
  Gate gate;
  std::atomic<int> ran{0};
  EXPECT_OK(aclrtLaunchHostFunc(first, Gate::Block, &gate));
  EXPECT_OK(aclrtRecordEvent(event, first));
  EXPECT_EQ(Waits(event), ACL_EVENT_WAIT_STATUS_COMPLETE);
  EXPECT_OK(aclrtStreamWaitEvent(second, event));
  EXPECT_EQ(Waits(event), ACL_EVENT_WAIT_STATUS_NOT_READY);
  EXPECT_OK(aclrtLaunchHostFunc(second, Count, &ran));
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "", aclrtSynchronizeStreamWithTimeout, second,
                 20);
  EXPECT_EQ(ran, 0);
  gate.Open();
  EXPECT_OK(aclrtSynchronizeStream(second));
  EXPECT_EQ(ran, 1);
  EXPECT_EQ(Waits(event), ACL_EVENT_WAIT_STATUS_COMPLETE);
}

TEST_F(EventTest, NoWaitForAnEventThatWasNeverRecorded) {
  aclrtStream stream = NewStream();
  EXPECT_OK(aclrtStreamWaitEvent(stream, NewEvent()));
  EXPECT_OK(aclrtSynchronizeStreamWithTimeout(stream, 1000));
}

TEST_F(EventTest, AWaitIsForTheRecordAtItsTime) {
  aclrtStream first = NewStream(), second = NewStream();
  aclrtEvent event = NewEvent();
  Gate one, two;
  EXPECT_OK(aclrtLaunchHostFunc(first, Gate::Block, &one));
  EXPECT_OK(aclrtRecordEvent(event, first));
  EXPECT_OK(aclrtStreamWaitEvent(second, event));
  EXPECT_OK(aclrtLaunchHostFunc(first, Gate::Block, &two));
  EXPECT_OK(aclrtRecordEvent(event, first));
  one.Open();
  EXPECT_OK(aclrtSynchronizeStreamWithTimeout(second, 10000));  // although `two` is closed
  EXPECT_EQ(Recorded(event), ACL_EVENT_RECORDED_STATUS_NOT_READY);
  two.Open();
  EXPECT_OK(aclrtSynchronizeStream(first));
}

TEST_F(EventTest, DestroyDisturbsNobody) {
  aclrtStream first = NewStream(), second = NewStream();
  aclrtEvent event = NewEvent();
  Gate gate;
  std::atomic<int> ran{0};
  EXPECT_OK(aclrtLaunchHostFunc(first, Gate::Block, &gate));
  EXPECT_OK(aclrtRecordEvent(event, first));
  EXPECT_OK(aclrtStreamWaitEvent(second, event));
  EXPECT_OK(aclrtLaunchHostFunc(second, Count, &ran));
  EXPECT_OK(aclrtDestroyEvent(event));
  EXPECT_EQ(ran, 0);
  gate.Open();
  EXPECT_OK(aclrtSynchronizeStream(second));
  EXPECT_EQ(ran, 1);
}

TEST_F(EventTest, ADroppedRecordReleasesThoseWhoWait) {
  aclrtStream first = NewStream(), second = NewStream();
  aclrtEvent event = NewEvent();
  Gate gate;
  EXPECT_OK(aclrtLaunchHostFunc(first, Gate::Block, &gate));
  EXPECT_OK(aclrtRecordEvent(event, first));
  EXPECT_OK(aclrtStreamWaitEvent(second, event));
  gate.AwaitArrival();
  EXPECT_OK(aclrtDestroyStreamForce(first));
  EXPECT_OK(aclrtSynchronizeStreamWithTimeout(second, 10000));
  EXPECT_OK(aclrtSynchronizeEventWithTimeout(event, 10000));
  EXPECT_EQ(Waits(event), ACL_EVENT_WAIT_STATUS_COMPLETE);
}

TEST_F(EventTest, ADroppedWaitIsOver) {
  aclrtStream first = NewStream(), second = NewStream();
  aclrtEvent event = NewEvent();
  Gate gate, busy;
  EXPECT_OK(aclrtLaunchHostFunc(first, Gate::Block, &gate));
  EXPECT_OK(aclrtRecordEvent(event, first));
  EXPECT_OK(aclrtLaunchHostFunc(second, Gate::Block, &busy));
  busy.AwaitArrival();
  EXPECT_OK(aclrtStreamWaitEvent(second, event));
  EXPECT_EQ(Waits(event), ACL_EVENT_WAIT_STATUS_NOT_READY);
  EXPECT_OK(aclrtDestroyStreamForce(second));
  EXPECT_EQ(Waits(event), ACL_EVENT_WAIT_STATUS_COMPLETE);
  gate.Open();
  EXPECT_OK(aclrtSynchronizeStream(first));
}

TEST_F(EventTest, ResetForgetsTheRecord) {
  aclrtStream stream = NewStream();
  aclrtEvent event = NewEvent();
  EXPECT_OK(aclrtRecordEvent(event, stream));
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_EQ(Recorded(event), ACL_EVENT_RECORDED_STATUS_COMPLETE);
  Gate gate;
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  EXPECT_OK(aclrtResetEvent(event, stream));
  EXPECT_EQ(Recorded(event), ACL_EVENT_RECORDED_STATUS_COMPLETE);  // not yet
  gate.Open();
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_EQ(Recorded(event), ACL_EVENT_RECORDED_STATUS_NOT_READY);
}

TEST_F(EventTest, ResetDoesNotForgetALaterRecord) {
  aclrtStream stream = NewStream();
  aclrtEvent event = NewEvent();
  Gate gate;
  EXPECT_OK(aclrtRecordEvent(event, stream));
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  EXPECT_OK(aclrtResetEvent(event, stream));
  EXPECT_OK(aclrtRecordEvent(event, stream));
  gate.Open();
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_EQ(Recorded(event), ACL_EVENT_RECORDED_STATUS_COMPLETE);
}

TEST_F(EventTest, ElapsedTime) {
  aclrtStream stream = NewStream();
  aclrtEvent start = NewEvent(), end = NewEvent();
  float ms = -1;
  EXPECT_REFUSED(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, "startEvent: was never recorded",
                 aclrtEventElapsedTime, &ms, start, end);
  EXPECT_OK(aclrtRecordEvent(start, stream));
  EXPECT_OK(aclrtSynchronizeEvent(start));
  EXPECT_REFUSED(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, "endEvent: was never recorded",
                 aclrtEventElapsedTime, &ms, start, end);
  Gate gate;
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  EXPECT_OK(aclrtRecordEvent(end, stream));
  EXPECT_REFUSED(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, "endEvent: is not complete",
                 aclrtEventElapsedTime, &ms, start, end);
  EXPECT_EQ(ms, -1);
  const auto before = std::chrono::steady_clock::now();
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  gate.Open();
  EXPECT_OK(aclrtSynchronizeEvent(end));
  EXPECT_OK(aclrtEventElapsedTime(&ms, start, end));
  EXPECT_GE(ms, 20.0f);
  const std::chrono::duration<float, std::milli> most = std::chrono::steady_clock::now() - before;
  EXPECT_LT(ms, most.count() + 1000);
  EXPECT_OK(aclrtEventElapsedTime(&ms, start, start));
  EXPECT_EQ(ms, 0.0f);
  EXPECT_REFUSED(ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL, "before startEvent", aclrtEventElapsedTime,
                 &ms, end, start);
}

TEST_F(EventTest, Timestamp) {
  aclrtEvent first = NewEvent(), second = NewEvent();
  uint64_t start = 0, end = 0;
  EXPECT_REFUSED(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, "never recorded", aclrtEventGetTimestamp,
                 first, &start);
  EXPECT_OK(aclrtRecordEvent(first, nullptr));
  EXPECT_OK(aclrtSynchronizeEvent(first));
  std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_OK(aclrtRecordEvent(second, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_OK(aclrtEventGetTimestamp(first, &start));
  EXPECT_OK(aclrtEventGetTimestamp(second, &end));
  EXPECT_GE(end - start, 5000u);
  EXPECT_LT(end - start, 5000000u);
}

TEST_F(EventTest, WaitingForOneselfIsRefused) {
  static aclrtEvent event;
  event = NewEvent();
  Gate gate;
  static std::atomic<int> code;
  code = 0;
  aclrtStream stream = NewStream();
  EXPECT_OK(aclrtLaunchHostFunc(stream, Gate::Block, &gate));
  EXPECT_OK(aclrtLaunchHostFunc(
      stream, [](void*) { code = aclrtSynchronizeEvent(event); }, nullptr));
  EXPECT_OK(aclrtRecordEvent(event, stream));
  gate.Open();
  EXPECT_OK(aclrtSynchronizeStream(stream));
  EXPECT_EQ(code, ACL_ERROR_RT_EVENT_NOT_COMPLETE);
}

}  // namespace
}  // namespace openaclnn::test
