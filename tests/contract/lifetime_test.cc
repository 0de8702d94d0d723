// What the caller may destroy while an operator still waits in a stream.
#include <atomic>
#include <thread>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "tests/contract/test_call.h"

namespace openaclnn {
namespace {

using test::Planned;
using test::TakeMessage;
using test::TestCall;

// Keeps a stream from going on until it is opened.
class Gate {
 public:
  explicit Gate(aclrtStream stream) { EXPECT_EQ(aclrtLaunchHostFunc(stream, Wait, &open_), 0); }
  ~Gate() { Open(); }
  void Open() { open_ = true; }

 private:
  static void Wait(void* open) {
    while (!static_cast<std::atomic<bool>*>(open)->load()) std::this_thread::yield();
  }
  std::atomic<bool> open_{false};
};

class LifetimeTest : public test::EveryOperator {
 protected:
  void SetUp() override { ASSERT_EQ(aclrtCreateStream(&stream_), 0); }
  void TearDown() override { EXPECT_EQ(aclrtDestroyStream(stream_), 0); }

  // What the operator gives for the call's inputs.
  std::vector<float> Expected() const {
    TestCall call = MakeCall();
    EXPECT_EQ(call.Run(call.Plan()), 0);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
    return Results(call);
  }

  static std::vector<float> Results(const TestCall& call) {
    std::vector<float> results;
    for (const int i : call.Outputs()) {
      results.insert(results.end(), call.Floats(i), call.Floats(i) + 24);
    }
    return results;
  }

  aclrtStream stream_ = nullptr;
};

TEST_P(LifetimeTest, PhaseTwoOnlyQueues) {
  TestCall call = MakeCall();
  const auto before = call.Snapshot();
  Gate gate(stream_);
  EXPECT_EQ(call.Run(call.Plan(), stream_), ACLNN_SUCCESS);
  EXPECT_EQ(call.Snapshot(), before);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);
  EXPECT_EQ(Results(call), Expected());
}

TEST_P(LifetimeTest, TensorsAndScalarsAfterPhaseOne) {
  TestCall call = MakeCall();
  const Planned planned = call.Plan();
  call.DestroyTensors();
  call.DestroyScalars();
  call.SetText("overwritten");
  EXPECT_EQ(call.Run(planned, stream_), ACLNN_SUCCESS) << TakeMessage();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);
  EXPECT_EQ(Results(call), Expected());
}

TEST_P(LifetimeTest, TensorsAndScalarsAfterPhaseTwo) {
  TestCall call = MakeCall();
  const Planned planned = call.Plan();
  Gate gate(stream_);
  EXPECT_EQ(call.Run(planned, stream_), ACLNN_SUCCESS) << TakeMessage();
  call.DestroyTensors();
  call.DestroyScalars();
  EXPECT_EQ(aclDestroyAclOpExecutor(planned.executor), ACLNN_ERR_INNER);  // as MindTorch does
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);
  EXPECT_EQ(Results(call), Expected());
}

// New addresses and contents of the tensors come too late for an executor that is not repeatable.
TEST_P(LifetimeTest, TensorsChangedAfterPhaseOne) {
  TestCall call = MakeCall();
  const Planned planned = call.Plan();
  test::ReachedVector<float> elsewhere(24, -3);
  const int64_t dims[] = {1};
  for (const int i : call.Tensors()) {
    EXPECT_EQ(aclSetRawTensorAddr(call.handle(i), elsewhere.data()), 0);
    EXPECT_EQ(aclInitTensor(call.handle(i), dims, 1, ACL_INT8, nullptr, 0, ACL_FORMAT_ND, dims, 1,
                            elsewhere.data()),
              0);
  }
  EXPECT_EQ(call.Run(planned, stream_), ACLNN_SUCCESS) << TakeMessage();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);
  EXPECT_EQ(Results(call), Expected());
  EXPECT_EQ(elsewhere, test::ReachedVector<float>(24, -3));
}

// Operators of one stream run in the order of their phase 2, also those cheap enough to run at
// once when the stream is idle.
TEST_P(LifetimeTest, OrderInAStream) {
  if (MakeCall().IsInPlace()) return;  // each run in place has another input
  TestCall call = MakeCall();
  const int output = call.Outputs()[0];
  if (call.MayStay(output)) return;  // a flag leaves it out
  const auto& whole = call.tensor(output);
  const int64_t bytes = test::CountOf(whole.shape) * DtypeBytes(whole.dtype);
  if (bytes < int64_t{sizeof(float)}) return;  // less than what is changed below
  const Planned first = call.Plan(), second = call.Plan();
  struct Change {
    float* output;
    float seen;
  } change = {call.Floats(output), -1};
  Gate gate(stream_);
  EXPECT_EQ(call.Run(first, stream_), 0);
  EXPECT_EQ(aclrtLaunchHostFunc(
                stream_,
                [](void* data) {
                  Change& c = *static_cast<Change*>(data);
                  c.seen = c.output[0];
                  c.output[0] = -99;
                },
                &change),
            0);
  EXPECT_EQ(call.Run(second, stream_), 0);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), 0);
  EXPECT_EQ(change.seen, Expected()[0]);
  EXPECT_EQ(Results(call), Expected());
}

INSTANTIATE_FOR_EVERY_OPERATOR(LifetimeTest);

}  // namespace
}  // namespace openaclnn
