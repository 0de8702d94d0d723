// Graphs: what is captured, what runs when, and what is refused meanwhile.
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/runtime/runtime_test.h"
#include "tests/temporary_folder.h"

namespace openaclnn::test {
namespace {

constexpr aclmdlRICaptureMode kGlobal = ACL_MODEL_RI_CAPTURE_MODE_GLOBAL;
constexpr aclmdlRICaptureMode kThread = ACL_MODEL_RI_CAPTURE_MODE_THREAD_LOCAL;
constexpr aclmdlRICaptureMode kRelaxed = ACL_MODEL_RI_CAPTURE_MODE_RELAXED;
constexpr size_t kBytes = 100'000;  // more than a caller copies itself

class GraphTest : public RuntimeTest {
 protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    stream_ = NewStream();
    for (void** const memory : {&first_, &second_}) {
      ASSERT_OK(aclrtMalloc(memory, kBytes, ACL_MEM_MALLOC_NORMAL_ONLY));
      ASSERT_OK(aclrtMemset(*memory, kBytes, 0, kBytes));
    }
  }
  void TearDown() override {
    EXPECT_OK(aclrtFree(first_));
    EXPECT_OK(aclrtFree(second_));
    RuntimeTest::TearDown();
  }

  void Begin(aclmdlRICaptureMode mode = kGlobal) { ASSERT_OK(aclmdlRICaptureBegin(stream_, mode)); }
  aclmdlRI End() {
    aclmdlRI graph = nullptr;
    EXPECT_OK(aclmdlRICaptureEnd(stream_, &graph));
    return graph;
  }
  void ExpectEndRefused(int code, const char* words) {
    aclmdlRI graph = Foreign();
    EXPECT_REFUSED(code, words, aclmdlRICaptureEnd, stream_, &graph);
    EXPECT_EQ(graph, nullptr);
    EXPECT_EQ(Status(), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
    CountOn(stream_);
    EXPECT_OK(aclrtSynchronizeStream(stream_));  // tasks run again
    EXPECT_EQ(counter_.exchange(0), 1);
  }
  aclmdlRICaptureStatus Status() {
    aclmdlRICaptureStatus status = ACL_MODEL_RI_CAPTURE_STATUS_NONE;
    aclmdlRI graph = nullptr;
    EXPECT_OK(aclmdlRICaptureGetInfo(stream_, &status, &graph));
    EXPECT_EQ(graph == nullptr, status == ACL_MODEL_RI_CAPTURE_STATUS_NONE);
    return status;
  }
  void Execute(aclmdlRI graph) {
    ASSERT_OK(aclmdlRIExecuteAsync(graph, stream_));
    ASSERT_OK(aclrtSynchronizeStream(stream_));
  }
  void CountOn(aclrtStream stream) { EXPECT_OK(aclrtLaunchHostFunc(stream, Count, &counter_)); }
  void Fill(void* memory, int value) {
    EXPECT_OK(aclrtMemsetAsync(memory, kBytes, value, kBytes, stream_));
  }
  void Copy(void* to, const void* from) {
    EXPECT_OK(aclrtMemcpyAsync(to, kBytes, from, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE, stream_));
  }

  aclrtStream stream_ = nullptr;
  void* first_ = nullptr;
  void* second_ = nullptr;
  std::atomic<int> counter_{0};
};

TEST_F(GraphTest, RunsWhenExecuted) {
  Fill(first_, 1);  // before the capture: at once
  Begin();
  EXPECT_EQ(Status(), ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE);
  Copy(second_, first_);
  Fill(first_, 7);
  CountOn(stream_);
  const aclmdlRI graph = End();
  EXPECT_EQ(Status(), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
  ASSERT_OK(aclrtSynchronizeStream(stream_));
  EXPECT_EQ(ByteAt(first_, kBytes - 1), 1);
  EXPECT_EQ(ByteAt(second_, 0), 0);
  EXPECT_EQ(counter_, 0);

  Execute(graph);
  EXPECT_EQ(ByteAt(second_, kBytes - 1), 1);
  EXPECT_EQ(ByteAt(first_, 0), 7);
  Execute(graph);
  EXPECT_EQ(ByteAt(second_, 0), 7);
  EXPECT_EQ(counter_, 2);
  EXPECT_OK(aclmdlRIDestroy(graph));
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "is not a live graph", aclmdlRIDestroy, graph);
}

TEST_F(GraphTest, ExecutesOnAnyStreamAndInOtherGraphs) {
  Begin();
  CountOn(stream_);
  const aclmdlRI inner = End();
  Begin();
  EXPECT_OK(aclmdlRIExecuteAsync(inner, stream_));
  EXPECT_OK(aclmdlRIExecuteAsync(inner, stream_));
  const aclmdlRI outer = End();
  EXPECT_OK(aclmdlRIDestroy(inner));  // the other has its tasks
  EXPECT_OK(aclmdlRIExecuteAsync(outer, nullptr));
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(counter_, 2);
  EXPECT_OK(aclmdlRIExecute(outer, -1));
  EXPECT_EQ(counter_, 4);
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "timeout: is 0", aclmdlRIExecute, outer, 0);
  EXPECT_OK(aclmdlRIDestroy(outer));
}

TEST_F(GraphTest, StreamsJoinByEvents) {
  const aclrtStream other = NewStream();
  const aclrtEvent fork = NewEvent(), join = NewEvent();
  Begin();
  Fill(first_, 3);
  EXPECT_OK(aclrtRecordEvent(fork, stream_));
  EXPECT_OK(aclrtStreamWaitEvent(other, fork));
  EXPECT_OK(aclrtMemcpyAsync(second_, kBytes, first_, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE, other));
  CountOn(other);
  EXPECT_OK(aclrtRecordEvent(join, other));
  aclrtEventRecordedStatus recorded;
  EXPECT_REFUSED(ACL_ERROR_RT_EVENT_CAPTURED, "captured", aclrtSynchronizeEvent, join);
  EXPECT_REFUSED(ACL_ERROR_RT_EVENT_CAPTURED, "captured", aclrtQueryEventStatus, join, &recorded);
  EXPECT_OK(aclrtStreamWaitEvent(stream_, join));
  Fill(first_, 4);
  const aclmdlRI graph = End();
  EXPECT_OK(aclrtSynchronizeStream(other));
  EXPECT_EQ(counter_, 0);
  Execute(graph);
  EXPECT_EQ(ByteAt(second_, 0), 3);
  EXPECT_EQ(ByteAt(first_, 0), 4);
  EXPECT_EQ(counter_, 1);
  // The events are as if they had never been recorded, and the streams run their tasks again.
  EXPECT_OK(aclrtQueryEventStatus(join, &recorded));
  EXPECT_EQ(recorded, ACL_EVENT_RECORDED_STATUS_NOT_READY);
  EXPECT_OK(aclrtStreamWaitEvent(stream_, join));
  CountOn(other);
  EXPECT_OK(aclrtSynchronizeStream(other));
  EXPECT_EQ(counter_, 2);
  EXPECT_OK(aclmdlRIDestroy(graph));
}

TEST_F(GraphTest, StreamsThatJoinedAreWaitedFor) {
  const aclrtStream other = NewStream();
  const aclrtEvent fork = NewEvent(), join = NewEvent();
  Begin();
  EXPECT_OK(aclrtRecordEvent(fork, stream_));
  EXPECT_OK(aclrtStreamWaitEvent(other, fork));
  aclmdlRI graph = nullptr;
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_CAPTURE_UNMATCHED, "end it there", aclmdlRICaptureEnd, other,
                 &graph);
  EXPECT_OK(aclrtRecordEvent(join, other));
  EXPECT_OK(aclrtStreamWaitEvent(stream_, join));
  CountOn(other);  // after what is waited for
  ExpectEndRefused(ACL_ERROR_RT_STREAM_UNJOINED, "does not wait for its last tasks");
  CountOn(other);
  EXPECT_OK(aclrtSynchronizeStream(other));
  EXPECT_EQ(counter_, 1);
}

TEST_F(GraphTest, CapturesDoNotWaitForOthers) {
  const aclrtStream other = NewStream();
  const aclrtEvent event = NewEvent();
  Begin();
  EXPECT_OK(aclmdlRICaptureBegin(other, kGlobal));
  EXPECT_OK(aclrtRecordEvent(event, other));
  EXPECT_REFUSED(ACL_ERROR_STREAM_CAPTURE_CONFLICT, "another capture", aclrtStreamWaitEvent,
                 stream_, event);
  aclmdlRI graph = nullptr;
  EXPECT_OK(aclmdlRICaptureEnd(other, &graph));
  EXPECT_OK(aclmdlRIDestroy(graph));
  EXPECT_OK(aclmdlRIDestroy(End()));
  EXPECT_OK(aclrtRecordEvent(event, other));
  Begin();
  EXPECT_REFUSED(ACL_ERROR_RT_CAPTURE_DEPENDENCY, "recorded outside", aclrtStreamWaitEvent, stream_,
                 event);
  EXPECT_EQ(Status(), ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED);
  ExpectEndRefused(ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED, "spoilt");
}

TEST_F(GraphTest, CapturedStreamsAreNotWaitedFor) {
  aclrtStreamStatus status;
  Begin();
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_CAPTURED, "synchronised", aclrtSynchronizeStream, stream_);
  ExpectEndRefused(ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED, "spoilt");
  Begin();
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_CAPTURED, "queried", aclrtStreamQuery, stream_, &status);
  ExpectEndRefused(ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED, "spoilt");
  Begin();
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_CAPTURED, "destroyed", aclrtDestroyStream, stream_);
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_CAPTURED, "captured already", aclmdlRICaptureBegin, stream_,
                 kGlobal);
  ExpectEndRefused(ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED, "spoilt");
}

TEST_F(GraphTest, DefaultStreamsTakeNoTasksMeanwhile) {
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT, "default stream", aclmdlRICaptureBegin,
                 nullptr, kGlobal);
  Begin(kRelaxed);
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_CAPTURE_IMPLICIT, "default stream", aclrtLaunchHostFunc,
                 nullptr, Count, &counter_);
  EXPECT_OK(aclmdlRIDestroy(End()));
  CountOn(nullptr);
  EXPECT_OK(aclrtSynchronizeStream(nullptr));
  EXPECT_EQ(counter_, 1);
}

// Whether aclrtMemset, an unsafe call, is refused in this thread and in another.
struct Refusals {
  bool here, elsewhere;
  bool operator==(const Refusals&) const = default;
};
Refusals RefusalsOf(void* memory) {
  const auto refused = [memory] { return aclrtMemset(memory, 1, 0, 1) != ACL_SUCCESS; };
  bool elsewhere = false;
  std::thread([&] {
    EXPECT_OK(aclrtSetDevice(0));
    elsewhere = refused();
    EXPECT_OK(aclrtResetDevice(0));
  }).join();
  return {refused(), elsewhere};
}

TEST_F(GraphTest, ModesSayWhereUnsafeCallsAreRefused) {
  Begin(kGlobal);
  EXPECT_EQ(RefusalsOf(first_), (Refusals{true, true}));
  aclmdlRICaptureMode mode = kRelaxed;
  EXPECT_OK(aclmdlRICaptureThreadExchangeMode(&mode));
  EXPECT_EQ(mode, kGlobal);
  EXPECT_EQ(RefusalsOf(first_), (Refusals{false, true}));
  EXPECT_OK(aclmdlRICaptureThreadExchangeMode(&mode));
  EXPECT_EQ(mode, kRelaxed);
  ExpectEndRefused(ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED, "spoilt");
  Begin(kThread);
  EXPECT_EQ(RefusalsOf(first_), (Refusals{true, false}));
  ExpectEndRefused(ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED, "spoilt");
  Begin(kRelaxed);
  EXPECT_EQ(RefusalsOf(first_), (Refusals{false, false}));
  EXPECT_OK(aclmdlRIDestroy(End()));
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "mode: is 3", aclmdlRICaptureBegin, stream_,
                 Number<aclmdlRICaptureMode>(3));
  mode = Number<aclmdlRICaptureMode>(-1);
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "mode: is -1", aclmdlRICaptureThreadExchangeMode, &mode);
}

TEST_F(GraphTest, UnsafeCalls) {
  std::vector<char> pageable(kBytes, 5);
  Begin();
  EXPECT_REFUSED(ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT, "aclrtMemcpy cannot be captured",
                 aclrtMemcpy, first_, kBytes, pageable.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE);
  EXPECT_REFUSED(ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT, "aclrtSynchronizeDevice",
                 aclrtSynchronizeDevice);
  EXPECT_REFUSED(ACL_ERROR_RT_CAPTURE_MODE_NOT_SUPPORT, "pageable", aclrtMemcpyAsync, first_,
                 kBytes, pageable.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream_);
  ExpectEndRefused(ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED, "spoilt");
  // In relaxed mode the copy is captured as it is, with the address of the source.
  Begin(kRelaxed);
  EXPECT_OK(aclrtMemcpyAsync(first_, kBytes, pageable.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE,
                             stream_));
  const aclmdlRI graph = End();
  pageable[9] = 6;
  Execute(graph);
  EXPECT_EQ(ByteAt(first_, 8), 5);
  EXPECT_EQ(ByteAt(first_, 9), 6);
  EXPECT_OK(aclmdlRIDestroy(graph));
}

TEST_F(GraphTest, ThreadsEndTheirOwnCaptures) {
  const auto end_elsewhere = [&] {
    aclError code = ACL_SUCCESS;
    aclmdlRI graph = nullptr;
    std::thread([&] {
      EXPECT_OK(aclrtSetDevice(0));
      code = aclmdlRICaptureEnd(stream_, &graph);
      EXPECT_OK(aclrtResetDevice(0));
    }).join();
    if (graph != nullptr) {
      EXPECT_OK(aclmdlRIDestroy(graph));
    }
    return code;
  };
  Begin();
  EXPECT_EQ(end_elsewhere(), ACL_ERROR_RT_STREAM_CAPTURE_WRONG_THREAD);
  EXPECT_EQ(Status(), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
  Begin(kRelaxed);
  EXPECT_EQ(end_elsewhere(), ACL_SUCCESS);
  ExpectEndRefused(ACL_ERROR_RT_STREAM_NOT_CAPTURED, "call aclmdlRICaptureBegin first");
}

TEST_F(GraphTest, IsNotExecutedBeforeItIsComplete) {
  Begin();
  aclmdlRICaptureStatus status;
  aclmdlRI graph = nullptr;
  EXPECT_OK(aclmdlRICaptureGetInfo(stream_, &status, &graph));
  EXPECT_REFUSED(ACL_ERROR_RT_MODEL_CAPTURED, "still being captured", aclmdlRIExecuteAsync, graph,
                 NewStream());
  EXPECT_REFUSED(ACL_ERROR_RT_MODEL_CAPTURED, "still being captured", aclmdlRIDestroy, graph);
  EXPECT_EQ(End(), graph);
  EXPECT_OK(aclmdlRIDestroy(graph));
}

TEST_F(GraphTest, TaskGroupsAreReplaced) {
  std::atomic<int> others{0};
  const aclrtStream updater = NewStream();
  aclrtTaskGrp group = nullptr;
  EXPECT_REFUSED(ACL_ERROR_RT_STREAM_NOT_CAPTURED, "not captured", aclmdlRICaptureTaskGrpBegin,
                 stream_);
  Begin();
  CountOn(stream_);
  EXPECT_OK(aclmdlRICaptureTaskGrpBegin(stream_));
  EXPECT_REFUSED(ACL_ERROR_STREAM_TASK_GROUP_STATUS, "open", aclmdlRICaptureTaskGrpBegin, stream_);
  CountOn(stream_);
  EXPECT_OK(aclmdlRICaptureTaskGrpEnd(stream_, &group));
  EXPECT_REFUSED(ACL_ERROR_STREAM_TASK_GROUP_STATUS, "no open", aclmdlRICaptureTaskGrpEnd, stream_,
                 &group);
  const aclmdlRI graph = End();
  Execute(graph);
  EXPECT_EQ(counter_, 2);

  EXPECT_REFUSED(ACL_ERROR_STREAM_TASK_GROUP_STATUS, "updates no", aclmdlRICaptureTaskUpdateEnd,
                 updater);
  EXPECT_OK(aclmdlRICaptureTaskUpdateBegin(updater, group));
  EXPECT_REFUSED(ACL_ERROR_STREAM_TASK_GROUP_STATUS, "0 tasks for a group of 1",
                 aclmdlRICaptureTaskUpdateEnd, updater);
  EXPECT_OK(aclmdlRICaptureTaskUpdateBegin(updater, group));
  EXPECT_OK(aclrtLaunchHostFunc(updater, Count, &others));
  EXPECT_OK(aclmdlRICaptureTaskUpdateEnd(updater));
  EXPECT_OK(aclrtSynchronizeStream(updater));
  EXPECT_EQ(others, 0);
  Execute(graph);
  EXPECT_EQ(counter_, 3);
  EXPECT_EQ(others, 1);
  EXPECT_OK(aclmdlRIDestroy(graph));
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "not a live task group",
                 aclmdlRICaptureTaskUpdateBegin, updater, group);
}

TEST_F(GraphTest, OpenTaskGroupsSpoilTheCapture) {
  Begin();
  EXPECT_OK(aclmdlRICaptureTaskGrpBegin(stream_));
  ExpectEndRefused(ACL_ERROR_STREAM_TASK_GROUP_STATUS, "open task group");
}

TEST_F(GraphTest, WaitsForExternalEventsEachTime) {
  aclrtEvent go = nullptr, gone = nullptr;
  EXPECT_OK(aclrtCreateEventExWithFlag(&go, ACL_EVENT_EXTERNAL));
  EXPECT_OK(aclrtCreateEventExWithFlag(&gone, ACL_EVENT_EXTERNAL));
  const aclrtStream other = NewStream();
  Begin();
  EXPECT_OK(aclrtStreamWaitEvent(stream_, go));
  EXPECT_OK(aclrtResetEvent(go, stream_));
  CountOn(stream_);
  EXPECT_OK(aclrtRecordEvent(gone, stream_));
  const aclmdlRI graph = End();
  for (int i = 1; i <= 2; ++i) {
    EXPECT_OK(aclmdlRIExecuteAsync(graph, stream_));
    EXPECT_REFUSED(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "tasks left",
                   aclrtSynchronizeStreamWithTimeout, stream_, 20);
    EXPECT_EQ(counter_, i - 1);
    EXPECT_OK(aclrtRecordEvent(go, other));
    EXPECT_OK(aclrtSynchronizeStream(stream_));
    EXPECT_EQ(counter_, i);
    EXPECT_OK(aclrtSynchronizeEvent(gone));
  }
  EXPECT_OK(aclmdlRIDestroy(graph));
}

TEST_F(GraphTest, DeliversCallbacksEachTime) {
  const auto thread = static_cast<uint64_t>(pthread_self());
  EXPECT_OK(aclrtSubscribeReport(thread, stream_));
  Begin();
  EXPECT_OK(aclrtLaunchCallback(Count, &counter_, ACL_CALLBACK_BLOCK, stream_));
  const aclmdlRI graph = End();
  for (int i = 1; i <= 2; ++i) {
    EXPECT_OK(aclmdlRIExecuteAsync(graph, stream_));
    EXPECT_OK(aclrtProcessReport(5000));
    EXPECT_OK(aclrtSynchronizeStream(stream_));
    EXPECT_EQ(counter_, i);
  }
  EXPECT_OK(aclrtUnSubscribeReport(thread, stream_));
  EXPECT_OK(aclmdlRIDestroy(graph));
}

TEST_F(GraphTest, IsAborted) {
  Gate gate;
  Begin();
  EXPECT_OK(aclrtLaunchHostFunc(stream_, Gate::Block, &gate));
  CountOn(stream_);
  const aclmdlRI graph = End();
  EXPECT_OK(aclmdlRIAbort(graph));  // nothing runs
  EXPECT_OK(aclmdlRIExecuteAsync(graph, stream_));
  gate.AwaitArrival();
  EXPECT_OK(aclmdlRIAbort(graph));
  gate.Open();
  EXPECT_REFUSED(ACL_ERROR_RT_TASK_ABORT_STOP, "aclmdlRIAbort", aclrtSynchronizeStream, stream_);
  EXPECT_EQ(counter_, 0);
  Execute(graph);
  EXPECT_EQ(counter_, 1);
  EXPECT_OK(aclmdlRIDestroy(graph));
}

TEST_F(GraphTest, ReportsFailures) {
  Begin();
  EXPECT_OK(aclrtLaunchHostFunc(
      stream_, [](void*) { throw std::runtime_error("broken"); }, nullptr));
  CountOn(stream_);
  const aclmdlRI graph = End();
  EXPECT_OK(aclmdlRIExecuteAsync(graph, stream_));
  EXPECT_REFUSED(ACL_ERROR_RT_INTERNAL_ERROR, "broken", aclrtSynchronizeStream, stream_);
  EXPECT_EQ(counter_, 1);  // as on a stream
  EXPECT_OK(aclmdlRIDestroy(graph));
}

TEST_F(GraphTest, HasNameIdAndDescription) {
  Begin();
  Fill(first_, 1);
  const aclmdlRI graph = End();
  char name[8] = "unset";
  EXPECT_OK(aclmdlRIGetName(graph, sizeof name, name));
  EXPECT_STREQ(name, "");
  EXPECT_OK(aclmdlRISetName(graph, "a \"step\""));
  EXPECT_OK(aclmdlRIGetName(graph, sizeof name, name));
  EXPECT_STREQ(name, "a \"step");
  EXPECT_REFUSED(ACL_ERROR_RT_PARAM_INVALID, "maxLen: is 0", aclmdlRIGetName, graph, 0, name);
  uint32_t id = 0;
  EXPECT_OK(aclmdlRIGetId(graph, &id));
  EXPECT_OK(aclmdlRIDebugPrint(graph));
  const TemporaryFolder folder;
  const std::string path = folder.File("graph.json");
  EXPECT_OK(aclmdlRIDebugJsonPrint(graph, path.c_str(), 0));
  EXPECT_EQ(folder.Content("graph.json"),
            "{\"id\": " + std::to_string(id) +
                ", \"name\": \"a \\\"step\\\"\", \"tasks\": [\"task\"]}\n");
  EXPECT_REFUSED(ACL_ERROR_INVALID_PARAM, "cannot be written", aclmdlRIDebugJsonPrint, graph,
                 "/no/such/folder/graph.json", 0);
  EXPECT_OK(aclmdlRIDestroy(graph));
}

TEST_F(GraphTest, EndsWithItsStreams) {
  const aclrtStream other = NewStream();
  const aclrtEvent fork = NewEvent();
  Begin();
  EXPECT_OK(aclrtRecordEvent(fork, stream_));
  EXPECT_OK(aclrtStreamWaitEvent(other, fork));
  CountOn(other);
  EXPECT_OK(aclrtResetDeviceForce(0));
  EXPECT_OK(aclrtSetDevice(0));
  stream_ = NewStream();
  for (void** const memory : {&first_, &second_}) {
    static_cast<void>(aclrtFree(*memory));
    ASSERT_OK(aclrtMalloc(memory, kBytes, ACL_MEM_MALLOC_NORMAL_ONLY));
    EXPECT_OK(aclrtMemset(*memory, kBytes, 0, kBytes));  // nothing is captured any more
  }
  EXPECT_EQ(counter_, 0);
}

TEST_F(GraphTest, NullPointers) {
  constexpr int kNull = ACL_ERROR_INVALID_PARAM;
  aclmdlRICaptureStatus status;
  aclmdlRI graph = nullptr;
  char name[2];
  uint32_t id;
  EXPECT_REFUSED(kNull, "status", aclmdlRICaptureGetInfo, stream_, nullptr, &graph);
  EXPECT_REFUSED(kNull, "modelRI", aclmdlRICaptureGetInfo, stream_, &status, nullptr);
  EXPECT_REFUSED(kNull, "modelRI", aclmdlRICaptureEnd, stream_, nullptr);
  EXPECT_REFUSED(kNull, "mode", aclmdlRICaptureThreadExchangeMode, nullptr);
  EXPECT_REFUSED(kNull, "modelRI", aclmdlRIExecuteAsync, nullptr, stream_);
  EXPECT_REFUSED(kNull, "modelRI", aclmdlRIExecute, nullptr, -1);
  EXPECT_REFUSED(kNull, "modelRI", aclmdlRIDestroy, nullptr);
  EXPECT_REFUSED(kNull, "modelRI", aclmdlRIAbort, nullptr);
  EXPECT_REFUSED(kNull, "modelRI", aclmdlRISetName, nullptr, "");
  EXPECT_REFUSED(kNull, "modelRI", aclmdlRIGetName, nullptr, 2, name);
  EXPECT_REFUSED(kNull, "modelRI", aclmdlRIGetId, nullptr, &id);
  EXPECT_REFUSED(kNull, "modelRI", aclmdlRIDebugPrint, nullptr);
  EXPECT_REFUSED(kNull, "modelRI", aclmdlRIDebugJsonPrint, nullptr, "x", 0);
  EXPECT_REFUSED(kNull, "handle", aclmdlRICaptureTaskGrpEnd, stream_, nullptr);
  EXPECT_REFUSED(kNull, "handle", aclmdlRICaptureTaskUpdateBegin, stream_, nullptr);
  EXPECT_REFUSED(ACL_ERROR_RT_INVALID_HANDLE, "modelRI", aclmdlRIExecuteAsync, Foreign(), stream_);
}

}  // namespace
}  // namespace openaclnn::test
