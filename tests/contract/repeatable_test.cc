// Repeatable executors: many runs, new addresses, tensors that are gone.
#include <thread>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "tests/contract/test_call.h"

namespace openaclnn::repeatable_test {
namespace {

using test::HasAll;
using test::Planned;
using test::TakeMessage;
using test::TestCall;

class RepeatableTest : public test::EveryOperator {
 protected:
  void TearDown() override { EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0); }

  static Planned PlanRepeatable(TestCall& call) {
    const Planned planned = call.Plan();
    EXPECT_EQ(aclSetAclOpExecutorRepeatable(planned.executor), ACLNN_SUCCESS) << TakeMessage();
    return planned;
  }

  // The place of a tensor argument among the inputs, or outputs.
  static size_t PlaceOf(const TestCall& call, int argument) {
    size_t place = 0;
    for (int i = 0; i < argument; ++i) place += call.kind(i) == call.kind(argument);
    return place;
  }

  // As many floats as the elements of a half, or of a whole tensor, have bytes of.
  static int64_t CountOf(TestCall& call, int argument) {
    const int64_t elements = call.IsHalf(argument) ? 12 : 24;
    const bool is_of_truths = call.tensor(argument).dtype == ACL_BOOL;
    return is_of_truths ? elements / int64_t{sizeof(float)} : elements;
  }

  static test::ReachedVector<float> Read(TestCall& call, int argument) {
    const float* const begin = call.Floats(argument);
    return {begin, begin + CountOf(call, argument)};
  }

  static void Fill(TestCall& call, int argument, float value) {
    std::fill_n(call.Floats(argument), CountOf(call, argument), value);
  }
};

TEST_P(RepeatableTest, RunsManyTimes) {
  if (MakeCall().IsInPlace()) return;  // each run in place has another input
  TestCall call = MakeCall();
  const Planned planned = PlanRepeatable(call);
  const int output = call.Outputs()[0];
  ASSERT_EQ(call.Run(planned), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
  const test::ReachedVector<float> first = Read(call, output);
  for (int i = 0; i < 1000; ++i) {
    Fill(call, output, -77);
    ASSERT_EQ(call.Run(planned), ACLNN_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
    ASSERT_EQ(Read(call, output), first);
  }
  EXPECT_EQ(aclDestroyAclOpExecutor(planned.executor), ACLNN_SUCCESS);
  EXPECT_EQ(call.Run(planned), ACLNN_ERR_PARAM_INVALID);
  EXPECT_EQ(aclDestroyAclOpExecutor(planned.executor), ACLNN_ERR_INNER);
}

TEST_P(RepeatableTest, ReadsTheMemoryAnew) {
  TestCall call = MakeCall();
  const Planned planned = PlanRepeatable(call);
  if (call.IsInPlace()) return;  // an operator in place
  const int output = call.Outputs()[0], grad = call.Inputs()[0];
  for (const float less : {0.25f, 0.375f, 0.125f}) {
    const float value = call.Usual() - less;
    for (const int i : call.Inputs()) Fill(call, i, value);
    Fill(call, grad, value * 2);
    ASSERT_EQ(call.Run(planned), ACLNN_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
    TestCall fresh = MakeCall();
    for (const int i : call.Inputs()) Fill(fresh, i, value);
    Fill(fresh, grad, value * 2);
    ASSERT_EQ(fresh.Run(fresh.Plan()), ACLNN_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
    EXPECT_EQ(Read(call, output), Read(fresh, output));
  }
}

enum class Way { kRawAddress, kAll, kByDirection, kAliasAll, kAliasByDirection };

// Every way to give every tensor a new address.
TEST_P(RepeatableTest, TakesNewAddresses) {
  if (MakeCall().IsInPlace()) return;  // each run in place has another input
  const TestCall names = MakeCall();
  const float other = names.Usual() - 0.29f;
  for (const Way way :
       {Way::kRawAddress, Way::kAll, Way::kByDirection, Way::kAliasAll, Way::kAliasByDirection}) {
    for (const int i : names.Tensors()) {
      SCOPED_TRACE(names.name(i) + " in way " + std::to_string(static_cast<int>(way)));
      TestCall call = MakeCall();
      const Planned planned = PlanRepeatable(call);
      ASSERT_EQ(call.Run(planned), ACLNN_SUCCESS);
      ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
      const int output = call.Outputs()[0];
      const test::ReachedVector<float> first = Read(call, output);

      test::ReachedVector<float> elsewhere(static_cast<size_t>(CountOf(call, i)), other);
      aclTensor* const tensor = call.handle(i);
      const bool is_input = call.kind(i) == ArgumentKind::kInput;
      const size_t place = PlaceOf(call, i);
      const size_t among_all = is_input ? place : call.Inputs().size() + place;
      aclnnStatus status = -1;
      switch (way) {
        case Way::kRawAddress:
          status = aclSetRawTensorAddr(tensor, elsewhere.data());
          break;
        case Way::kAll:
          status = aclSetTensorAddr(planned.executor, among_all, tensor, elsewhere.data());
          break;
        case Way::kAliasAll:
          status = AclSetTensorAddr(planned.executor, among_all, tensor, elsewhere.data());
          break;
        case Way::kByDirection:
          status = (is_input ? aclSetInputTensorAddr : aclSetOutputTensorAddr)(
              planned.executor, place, tensor, elsewhere.data());
          break;
        case Way::kAliasByDirection:
          status = (is_input ? AclSetInputTensorAddr : AclSetOutputTensorAddr)(
              planned.executor, place, tensor, elsewhere.data());
          break;
      }
      ASSERT_EQ(status, ACLNN_SUCCESS) << TakeMessage();
      void* address = nullptr;
      EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), 0);
      EXPECT_EQ(address, elsewhere.data());

      for (const int k : call.Outputs()) Fill(call, k, -77);
      ASSERT_EQ(call.Run(planned), ACLNN_SUCCESS) << TakeMessage();
      ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
      if (is_input) {  // the same as a call with this input
        EXPECT_EQ(elsewhere, test::ReachedVector<float>(elsewhere.size(), other));
        TestCall fresh = MakeCall();
        Fill(fresh, i, other);
        ASSERT_EQ(fresh.Run(fresh.Plan()), ACLNN_SUCCESS);
        ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
        EXPECT_EQ(Read(call, output), Read(fresh, output));
      } else {
        EXPECT_EQ(call.Floats(i)[0], -77) << "written at the old address";
        EXPECT_NE(elsewhere[0], other) << "not written at the new one";
        if (i == output) {
          EXPECT_EQ(elsewhere, first);
        }
      }
      EXPECT_EQ(aclDestroyAclOpExecutor(planned.executor), ACLNN_SUCCESS);
    }
  }
}

TEST_P(RepeatableTest, AnotherTensorInTheSlot) {
  if (MakeCall().IsInPlace()) return;  // each run in place has another input
  TestCall call = MakeCall();
  const Planned planned = PlanRepeatable(call);
  const int output = call.Outputs()[0];
  const bool is_of_truths = call.tensor(output).dtype == ACL_BOOL;
  const test::Array results(is_of_truths ? ACL_BOOL : ACL_FLOAT, call.tensor(output).shape);
  test::PlacedTensor other(results, test::Dense());
  ASSERT_EQ(aclSetOutputTensorAddr(planned.executor, 0, other.handle(), other.storage()), 0);
  Fill(call, output, -77);
  ASSERT_EQ(call.Run(planned), ACLNN_SUCCESS) << TakeMessage();
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
  const auto count = static_cast<size_t>(CountOf(call, output));
  EXPECT_EQ(Read(call, output), test::ReachedVector<float>(count, -77));
  ASSERT_EQ(
      aclSetOutputTensorAddr(planned.executor, 0, call.handle(output), call.tensor(output).data),
      0);
  ASSERT_EQ(call.Run(planned), ACLNN_SUCCESS) << TakeMessage();
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
  const std::vector<std::byte> given = other.Read().bytes;
  const std::byte* const expected = call.tensor(output).data;
  EXPECT_EQ(given, std::vector<std::byte>(expected, expected + given.size()));
}

// New addresses are checked as those of phase 1 were, whichever way they came.
TEST_P(RepeatableTest, NewAddressesThatOverlapAreRefused) {
  for (const bool through_executor : {false, true}) {
    TestCall call = MakeCall();
    const Planned planned = PlanRepeatable(call);
    if (call.IsInPlace()) return;  // an operator in place
    const int output = call.Outputs()[0];
    int input = call.Inputs()[0];
    bool can_be_in_place = false;
    for (const int i : call.Inputs()) {
      if (can_be_in_place || call.IsHalf(i) || call.IsHalf(output)) continue;
      if (call.HasSplit() && call.HasOwnShape(i)) continue;
      if (call.HasOwnDtype(i) && !call.IsOfBits()) continue;
      if (call.tensor(output).dtype == ACL_BOOL) continue;
      input = i;
      can_be_in_place = true;
    }
    std::byte* const valid = call.tensor(output).data;
    const auto move_output = [&](std::byte* address) {
      return through_executor
                 ? aclSetOutputTensorAddr(planned.executor, 0, call.handle(output), address)
                 : aclSetRawTensorAddr(call.handle(output), address);
    };
    ASSERT_EQ(move_output(call.tensor(input).data + sizeof(float)), 0);
    const auto before = call.Snapshot();
    EXPECT_EQ(call.Run(planned), ACLNN_ERR_PARAM_INVALID);
    EXPECT_TRUE(HasAll(TakeMessage(), {RunName(), call.name(output), call.name(input)}));
    EXPECT_EQ(call.Snapshot(), before);
    ASSERT_EQ(move_output(nullptr), 0);
    EXPECT_EQ(call.Run(planned), ACLNN_ERR_PARAM_INVALID);
    EXPECT_TRUE(HasAll(TakeMessage(), {RunName(), call.name(output), "address"}));
    ASSERT_EQ(move_output(call.tensor(input).data), 0);
    EXPECT_EQ(call.Run(planned), can_be_in_place ? ACLNN_SUCCESS : ACLNN_ERR_PARAM_INVALID);
    ASSERT_EQ(move_output(valid), 0);
    EXPECT_EQ(call.Run(planned), ACLNN_SUCCESS) << TakeMessage();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  }
}

TEST_P(RepeatableTest, DestroyedTensorsAreFound) {
  const TestCall names = MakeCall();
  for (const int i : names.Tensors()) {
    TestCall call = MakeCall();
    const Planned planned = PlanRepeatable(call);
    ASSERT_EQ(call.Run(planned), ACLNN_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
    const aclTensor* const destroyed = call.handle(i);
    call.DestroyTensors();
    const auto before = call.Snapshot();
    EXPECT_EQ(call.Run(planned), ACLNN_ERR_PARAM_INVALID);
    EXPECT_TRUE(HasAll(TakeMessage(), {RunName(), call.name(call.Tensors()[0]), "destroyed"}));
    EXPECT_EQ(call.Snapshot(), before);
    EXPECT_EQ(aclSetTensorAddr(planned.executor, 0, const_cast<aclTensor*>(destroyed), nullptr),
              ACLNN_ERR_PARAM_INVALID);
    EXPECT_EQ(aclDestroyAclOpExecutor(planned.executor), ACLNN_SUCCESS);
  }
}

TEST_P(RepeatableTest, AFailedRunKeepsTheExecutor) {
  TestCall call = MakeCall();
  const Planned planned = PlanRepeatable(call);
  void* const workspace = call.MakeWorkspace(planned);
  std::thread([&] {
    EXPECT_EQ(call.Run(workspace, planned.workspace_size, planned.executor),
              ACLNN_ERR_RUNTIME_ERROR);
  }).join();
  EXPECT_EQ(call.Run(planned), ACLNN_SUCCESS) << TakeMessage();
}

// The contract makes no difference: a null workspace ends any executor.
TEST_P(RepeatableTest, NullWorkspaceWithASizeDestroysIt) {
  TestCall call = MakeCall();
  const Planned planned = PlanRepeatable(call);
  EXPECT_EQ(call.Run(nullptr, planned.workspace_size + 1, planned.executor),
            ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_EQ(call.Run(planned), ACLNN_ERR_PARAM_INVALID);
}

TEST_P(RepeatableTest, RunsOnTwoStreams) {
  if (MakeCall().IsInPlace()) return;  // each run in place has another input
  aclrtStream streams[2];
  for (aclrtStream& stream : streams) ASSERT_EQ(aclrtCreateStream(&stream), 0);
  TestCall call = MakeCall();
  const Planned planned = PlanRepeatable(call);
  const std::vector<int> outputs = call.Outputs();
  for (const int output : outputs) Fill(call, output, -77);
  using Memories = std::vector<test::ReachedVector<float>>;  // of each output
  Memories first, unwritten;
  for (const int output : outputs) unwritten.push_back(Read(call, output));
  ASSERT_EQ(call.Run(planned), ACLNN_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), 0);
  for (const int output : outputs) first.push_back(Read(call, output));
  std::vector<Memories> elsewhere(2, unwritten);
  for (int i = 0; i < 100; ++i) {
    const size_t at = static_cast<size_t>(i % 2);
    // The run before may still be under way: it must go on writing where it was told to.
    for (size_t k = 0; k < outputs.size(); ++k) {
      ASSERT_EQ(aclSetOutputTensorAddr(planned.executor, k, call.handle(outputs[k]),
                                       elsewhere[at][k].data()),
                0);
    }
    ASSERT_EQ(call.Run(planned, streams[at]), ACLNN_SUCCESS);
  }
  for (const aclrtStream stream : streams) EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
  EXPECT_EQ(elsewhere[0], first);
  EXPECT_EQ(elsewhere[1], first);
  EXPECT_EQ(aclDestroyAclOpExecutor(planned.executor), ACLNN_SUCCESS);
  for (const aclrtStream stream : streams) EXPECT_EQ(aclrtDestroyStream(stream), 0);
}

TEST_P(RepeatableTest, DestroyedWhileARunWaits) {
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), 0);
  TestCall call = MakeCall();
  const Planned planned = PlanRepeatable(call);
  const int output = call.Outputs()[0];
  Fill(call, output, -77.5f);
  std::atomic<bool> open{false};
  ASSERT_EQ(aclrtLaunchHostFunc(
                stream,
                [](void* flag) {
                  while (!static_cast<std::atomic<bool>*>(flag)->load()) std::this_thread::yield();
                },
                &open),
            0);
  ASSERT_EQ(call.Run(planned, stream), ACLNN_SUCCESS);
  EXPECT_EQ(aclDestroyAclOpExecutor(planned.executor), ACLNN_SUCCESS);
  call.DestroyTensors();
  EXPECT_EQ(call.Floats(output)[0], -77.5f);
  open = true;
  EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
  EXPECT_EQ(call.Floats(output)[0] == -77.5f, call.KeepsElements());
  EXPECT_EQ(aclrtDestroyStream(stream), 0);
}

TEST_P(RepeatableTest, SetAddressRefusals) {
  TestCall call = MakeCall();
  const Planned planned = PlanRepeatable(call);
  if (call.IsInPlace()) return;  // an operator in place
  aclTensor* const tensor = call.handle(call.Inputs()[0]);
  void* const data = call.tensor(call.Inputs()[0]).data;
  const size_t inputs = call.Inputs().size(), outputs = call.Outputs().size();
  const struct {
    const char* name;
    decltype(&aclSetTensorAddr) set;
    size_t past_the_end;
  } functions[] = {
      {"aclSetInputTensorAddr", aclSetInputTensorAddr, inputs},
      {"aclSetOutputTensorAddr", aclSetOutputTensorAddr, outputs},
      {"aclSetTensorAddr", aclSetTensorAddr, inputs + outputs},
      {"AclSetInputTensorAddr", AclSetInputTensorAddr, inputs},
      {"AclSetOutputTensorAddr", AclSetOutputTensorAddr, outputs},
      {"AclSetTensorAddr", AclSetTensorAddr, inputs + outputs},
  };
  for (const auto& f : functions) {
    SCOPED_TRACE(f.name);
    EXPECT_EQ(f.set(nullptr, 0, tensor, data), ACLNN_ERR_INNER_NULLPTR);
    EXPECT_TRUE(HasAll(TakeMessage(), {f.name, "executor", "null"}));
    EXPECT_EQ(f.set(planned.executor, 0, nullptr, data), ACLNN_ERR_INNER_NULLPTR);
    EXPECT_TRUE(HasAll(TakeMessage(), {f.name, "tensor", "null"}));
    EXPECT_EQ(f.set(reinterpret_cast<aclOpExecutor*>(data), 0, tensor, data),
              ACLNN_ERR_PARAM_INVALID);
    EXPECT_TRUE(HasAll(TakeMessage(), {f.name, "executor", "live"}));
    EXPECT_EQ(f.set(planned.executor, 0, reinterpret_cast<aclTensor*>(data), data),
              ACLNN_ERR_PARAM_INVALID);
    EXPECT_TRUE(HasAll(TakeMessage(), {f.name, "tensor", "live"}));
    for (const size_t index : {f.past_the_end, f.past_the_end + 100, SIZE_MAX}) {
      EXPECT_EQ(f.set(planned.executor, index, tensor, data), ACLNN_ERR_PARAM_INVALID);
      EXPECT_TRUE(HasAll(TakeMessage(), {f.name, "index", std::to_string(index)}));
    }
  }
}

TEST_P(RepeatableTest, NoOperatorTakesLists) {
  TestCall call = MakeCall();
  const Planned planned = PlanRepeatable(call);
  aclTensorList* const list = aclCreateTensorList(nullptr, 0);
  ASSERT_NE(list, nullptr);
  const struct {
    const char* name;
    decltype(&aclSetDynamicTensorAddr) set;
  } functions[] = {
      {"aclSetDynamicInputTensorAddr", aclSetDynamicInputTensorAddr},
      {"aclSetDynamicOutputTensorAddr", aclSetDynamicOutputTensorAddr},
      {"aclSetDynamicTensorAddr", aclSetDynamicTensorAddr},
      {"AclSetDynamicInputTensorAddr", AclSetDynamicInputTensorAddr},
      {"AclSetDynamicOutputTensorAddr", AclSetDynamicOutputTensorAddr},
      {"AclSetDynamicTensorAddr", AclSetDynamicTensorAddr},
  };
  for (const auto& f : functions) {
    EXPECT_EQ(f.set(planned.executor, 0, 0, list, nullptr), ACLNN_ERR_PARAM_INVALID);
    EXPECT_TRUE(HasAll(TakeMessage(), {f.name, "irIndex"}));
    EXPECT_EQ(f.set(nullptr, 0, 0, list, nullptr), ACLNN_ERR_INNER_NULLPTR);
    EXPECT_TRUE(HasAll(TakeMessage(), {f.name, "executor"}));
    EXPECT_EQ(f.set(planned.executor, 0, 0, nullptr, nullptr), ACLNN_ERR_INNER_NULLPTR);
    EXPECT_TRUE(HasAll(TakeMessage(), {f.name, "tensors"}));
  }
  EXPECT_EQ(aclDestroyTensorList(list), 0);
}

INSTANTIATE_FOR_OPERATORS_OF_ANY_RANK(RepeatableTest);

}  // namespace
}  // namespace openaclnn::repeatable_test
