// Phase 2: what it refuses, what becomes of the executor, who may call it and when.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "aclnn/opdev/op_errno.h"
#include "base/dtype.h"
#include "tests/contract/test_call.h"
#include "tests/sample_shapes.h"

namespace openaclnn {
namespace {

using test::HasAll;
using test::Planned;
using test::TakeMessage;
using test::TestCall;

class ExecutorTest : public test::EveryOperator {
 protected:
  void TearDown() override { EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0); }

  // Tells by one run of its own that the executor is still good, and then by another that it was
  // consumed.
  void ExpectAlive(TestCall& call, const Planned& planned) const {
    EXPECT_EQ(call.Run(planned), ACLNN_SUCCESS) << TakeMessage();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
    ExpectGone(call, planned);
  }
  void ExpectGone(TestCall& call, const Planned& planned) const {
    EXPECT_EQ(call.Run(planned), ACLNN_ERR_PARAM_INVALID);
    EXPECT_TRUE(HasAll(TakeMessage(), {RunName(), "executor", "live"}));
    EXPECT_EQ(aclDestroyAclOpExecutor(planned.executor), ACLNN_ERR_INNER);
    EXPECT_TRUE(HasAll(TakeMessage(), {"aclDestroyAclOpExecutor", "executor"}));
  }
};

TEST_P(ExecutorTest, RunsOnceAndIsThenRefused) {
  TestCall call = MakeCall();
  ExpectAlive(call, call.Plan());
}

TEST_P(ExecutorTest, PhaseTwoWritesEveryOutput) {
  TestCall call = MakeCall();
  constexpr auto kUnwritten = static_cast<std::byte>(0xc2);  // -97.38 as FLOAT
  for (const int i : call.Outputs()) std::fill_n(call.tensor(i).data, 256, kUnwritten);
  EXPECT_EQ(call.Run(call.Plan()), ACLNN_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  for (const int i : call.Outputs()) {
    if (PutsIntoPlaces(call.spec(), i)) continue;  // others keep what they have
    if (call.MayStay(i)) continue;
    const auto item = static_cast<size_t>(DtypeBytes(call.tensor(i).dtype));
    const int64_t count = test::CountOf(call.tensor(i).shape);
    for (size_t at = 0; at < static_cast<size_t>(count) * item; at += item) {
      const std::byte* const element = call.tensor(i).data + at;
      const bool is_unwritten =
          std::all_of(element, element + item, [](std::byte byte) { return byte == kUnwritten; });
      EXPECT_EQ(is_unwritten, call.KeepsElements()) << call.name(i);
    }
  }
}

TEST_P(ExecutorTest, NullExecutor) {
  TestCall call = MakeCall();
  EXPECT_EQ(call.Run(nullptr, 0, nullptr), ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_TRUE(HasAll(TakeMessage(), {RunName(), "executor", "null"}));
}

// As CANN does, which deletes an executor whose run fails.
TEST_P(ExecutorTest, ARefusedStreamEndsTheExecutor) {
  TestCall call = MakeCall();
  int on_the_stack = 0;
  const Planned planned = call.Plan();
  EXPECT_EQ(call.Run(planned, &on_the_stack), ACLNN_ERR_RUNTIME_ERROR);
  EXPECT_TRUE(HasAll(TakeMessage(), {RunName(), "stream", "the executor is destroyed"}));
  ExpectGone(call, planned);
}

TEST_P(ExecutorTest, ARefusedStreamLeavesARepeatableExecutor) {
  TestCall call = MakeCall();
  int on_the_stack = 0;
  const Planned planned = call.Plan();
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(planned.executor), ACLNN_SUCCESS);
  EXPECT_EQ(call.Run(planned, &on_the_stack), ACLNN_ERR_RUNTIME_ERROR);
  EXPECT_FALSE(HasAll(TakeMessage(), {"executor is destroyed"}));
  EXPECT_EQ(call.Run(planned), ACLNN_SUCCESS) << TakeMessage();
  EXPECT_EQ(aclDestroyAclOpExecutor(planned.executor), ACLNN_SUCCESS);
}

TEST_P(ExecutorTest, ForeignExecutors) {
  TestCall call = MakeCall();
  const Planned planned = call.Plan();
  const auto before = call.Snapshot();
  int on_the_stack = 0;
  std::vector<uintptr_t> numbers = {
      reinterpret_cast<uintptr_t>(&on_the_stack),
      reinterpret_cast<uintptr_t>(call.handle(call.Tensors()[0])),
      reinterpret_cast<uintptr_t>(call.tensor(call.Tensors()[0]).data), 1, UINTPTR_MAX};
  std::mt19937_64 random(6);
  for (int i = 0; i < 1000; ++i) numbers.push_back(random() | 1u << 23);  // no slot in use
  for (int bit = 24; bit < 64; ++bit) {
    numbers.push_back(reinterpret_cast<uintptr_t>(planned.executor) ^ uintptr_t{1} << bit);
  }
  for (const uintptr_t number : numbers) {
    aclOpExecutor* const foreign = reinterpret_cast<aclOpExecutor*>(number);
    EXPECT_EQ(call.Run(nullptr, 0, foreign), ACLNN_ERR_PARAM_INVALID) << number;
    EXPECT_TRUE(HasAll(TakeMessage(), {RunName(), "executor"}));
    EXPECT_EQ(aclDestroyAclOpExecutor(foreign), ACLNN_ERR_INNER) << number;
    EXPECT_EQ(aclSetAclOpExecutorRepeatable(foreign), ACLNN_ERR_INNER) << number;
  }
  EXPECT_EQ(call.Snapshot(), before);
  ExpectAlive(call, planned);
}

TEST_P(ExecutorTest, ExecutorOfAnotherOperatorStaysUsable) {
  TestCall call = MakeCall();
  const Planned planned = call.Plan();
  for (const Operator& other : AllOperators()) {
    if (&other == GetParam()) continue;
    EXPECT_EQ(other.run(nullptr, 0, planned.executor, nullptr), ACLNN_ERR_PARAM_INVALID);
    EXPECT_TRUE(HasAll(TakeMessage(), {std::string(other.spec->name), "executor", PlanName()}));
  }
  ExpectAlive(call, planned);
}

TEST_P(ExecutorTest, NullWorkspaceWithASizeDestroysTheExecutor) {
  TestCall call = MakeCall();
  const Planned planned = call.Plan();
  const auto before = call.Snapshot();
  EXPECT_EQ(call.Run(nullptr, planned.workspace_size + 64, planned.executor),
            ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_TRUE(HasAll(TakeMessage(), {RunName(), "workspace", "null"}));
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  EXPECT_EQ(call.Snapshot(), before);
  ExpectGone(call, planned);
}

TEST_P(ExecutorTest, TooSmallAWorkspaceKeepsTheExecutor) {
  TestCall call = MakeCall();
  const Planned planned = call.Plan();
  const auto before = call.Snapshot();
  test::ReachedVector<std::byte> workspace(planned.workspace_size);
  for (const uint64_t size : {uint64_t{0}, uint64_t{1}, planned.workspace_size - 1}) {
    if (size >= planned.workspace_size) continue;
    EXPECT_EQ(call.Run(size > 0 ? workspace.data() : nullptr, size, planned.executor),
              ACLNN_ERR_PARAM_INVALID);
    EXPECT_TRUE(HasAll(TakeMessage(), {RunName(), "workspaceSize", std::to_string(size),
                                       std::to_string(planned.workspace_size)}));
  }
  EXPECT_EQ(call.Snapshot(), before);
  ExpectAlive(call, planned);
}

TEST_P(ExecutorTest, ALargerWorkspaceIsAccepted) {
  TestCall call = MakeCall();
  const Planned planned = call.Plan();
  test::ReachedVector<std::byte> workspace(planned.workspace_size + 1000, std::byte{0x3d});
  EXPECT_EQ(call.Run(workspace.data(), workspace.size(), planned.executor), ACLNN_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  for (size_t i = planned.workspace_size; i < workspace.size(); ++i) {
    ASSERT_EQ(workspace[i], std::byte{0x3d}) << "written beyond what phase 1 asked for";
  }
}

// The workspace need not be aligned, and only its own bytes are used.
TEST_P(ExecutorTest, AnyAlignmentOfTheWorkspace) {
  for (const size_t skipped : {1, 4, 63}) {
    TestCall call = MakeCall();
    const Planned planned = call.Plan();
    test::ReachedVector<std::byte> block(skipped + planned.workspace_size + 64, std::byte{0x3d});
    EXPECT_EQ(call.Run(block.data() + skipped, planned.workspace_size, planned.executor),
              ACLNN_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
    for (size_t i = 0; i < block.size(); ++i) {
      if (i >= skipped && i < skipped + planned.workspace_size) continue;
      ASSERT_EQ(block[i], std::byte{0x3d}) << i;
    }
  }
}

// How executors are kept does not depend on the operator, only on what its kind has them hold.
class ManyExecutorsTest : public ExecutorTest {};

TEST_P(ManyExecutorsTest, StaysRefusedAfterTenThousandNewOnes) {
  TestCall call = MakeCall();
  const Planned stale = call.Plan();
  EXPECT_EQ(call.Run(stale), ACLNN_SUCCESS);
  for (int i = 0; i < 10'000; ++i) {
    const Planned planned = call.Plan();
    ASSERT_NE(planned.executor, stale.executor);
    if (i % 2 == 0) {
      ASSERT_EQ(call.Run(planned), ACLNN_SUCCESS);
    } else {
      ASSERT_EQ(aclDestroyAclOpExecutor(planned.executor), ACLNN_SUCCESS);
    }
  }
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  const auto before = call.Snapshot();
  ExpectGone(call, stale);
  EXPECT_EQ(call.Snapshot(), before);
}

TEST_P(ExecutorTest, DestroyedWithoutPhaseTwo) {
  TestCall call = MakeCall();
  const Planned planned = call.Plan();
  const auto before = call.Snapshot();
  EXPECT_EQ(aclDestroyAclOpExecutor(planned.executor), ACLNN_SUCCESS);
  ExpectGone(call, planned);
  EXPECT_EQ(call.Snapshot(), before);
}

TEST_P(ExecutorTest, PhaseOneTwiceGivesTwoExecutors) {
  TestCall call = MakeCall();
  const Planned first = call.Plan();
  const Planned second = call.Plan();
  EXPECT_NE(first.executor, second.executor);
  EXPECT_EQ(call.Run(second), ACLNN_SUCCESS);
  EXPECT_EQ(call.Run(first), ACLNN_SUCCESS);
}

// The stream says where to run; the calling thread needs no device.
TEST_P(ExecutorTest, PhaseTwoFromAnotherThread) {
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), 0);
  TestCall call = MakeCall();
  const Planned planned = call.Plan();
  const int output = call.Outputs()[0];
  constexpr float kBefore = -77.7f;  // a first byte that is no truth
  call.Floats(output)[0] = kBefore;
  void* const workspace = call.MakeWorkspace(planned);
  std::thread([&] {
    const aclnnStatus status =
        call.Run(workspace, planned.workspace_size, planned.executor, stream);
    EXPECT_EQ(status, ACLNN_SUCCESS) << TakeMessage();
  }).join();
  EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
  const bool may_stay = PutsIntoPlaces(call.spec(), output) || call.MayStay(output);
  EXPECT_TRUE(may_stay || (call.Floats(output)[0] == kBefore) == call.KeepsElements());
  ExpectGone(call, planned);
  EXPECT_EQ(aclrtDestroyStream(stream), 0);
}

TEST_P(ExecutorTest, OfSeveralThreadsExactlyOneRunsIt) {
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), 0);
  for (int round = 0; round < 20; ++round) {
    TestCall call = MakeCall();
    const Planned planned = call.Plan();
    test::ReachedVector<std::byte> workspace(planned.workspace_size);
    std::atomic<int> successes{0};
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
          const aclnnStatus status = call.Run(workspace.empty() ? nullptr : workspace.data(),
                                              workspace.size(), planned.executor, stream);
          EXPECT_TRUE(status == ACLNN_SUCCESS || status == ACLNN_ERR_PARAM_INVALID) << status;
          successes += status == ACLNN_SUCCESS;
        });
      }
    }
    EXPECT_EQ(successes, 1);
    EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
  }
  EXPECT_EQ(aclrtDestroyStream(stream), 0);
}

TEST_P(ExecutorTest, NullStreamWithoutAContext) {
  TestCall call = MakeCall();
  const Planned planned = call.Plan();
  const auto before = call.Snapshot();
  void* const workspace = call.MakeWorkspace(planned);
  std::thread([&] {
    EXPECT_EQ(call.Run(workspace, planned.workspace_size, planned.executor),
              ACLNN_ERR_RUNTIME_ERROR);
    EXPECT_TRUE(HasAll(TakeMessage(), {RunName(), "stream", "context"}));
  }).join();
  EXPECT_EQ(call.Snapshot(), before);
}

TEST_P(ExecutorTest, StreamsThatAreNot) {
  aclrtStream destroyed = nullptr;
  ASSERT_EQ(aclrtCreateStream(&destroyed), 0);
  ASSERT_EQ(aclrtDestroyStream(destroyed), 0);
  int on_the_stack = 0;
  for (const aclrtStream stream : {destroyed, static_cast<aclrtStream>(&on_the_stack)}) {
    TestCall call = MakeCall();
    const Planned planned = call.Plan();
    EXPECT_EQ(call.Run(planned, stream), ACLNN_ERR_RUNTIME_ERROR);
    EXPECT_TRUE(HasAll(TakeMessage(), {RunName(), "stream"}));
  }
}

// An element without memory is found before anything is queued, and the executor is kept.
TEST_P(ExecutorTest, TensorsWithoutAnAddress) {
  const TestCall names = MakeCall();
  for (const int i : names.Tensors()) {
    TestCall call = MakeCall();
    std::byte* const data = std::exchange(call.tensor(i).data, nullptr);
    const Planned planned = call.Plan();
    ASSERT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
    const bool is_left_out = call.MayStay(i) && call.spec().arguments[i].is_optional;
    if (!call.Uses(i) || is_left_out) {  // a tensor of which only dtype and shape count
      const aclnnStatus status = call.Run(planned);
      if (!is_left_out || status == ACLNN_SUCCESS) {
        EXPECT_EQ(status, ACLNN_SUCCESS) << call.name(i);
        continue;
      }
      EXPECT_EQ(status, ACLNN_ERR_PARAM_INVALID) << call.name(i);
    } else {
      EXPECT_EQ(call.Run(planned), ACLNN_ERR_PARAM_INVALID) << call.name(i);
    }
    EXPECT_TRUE(HasAll(TakeMessage(), {RunName(), call.name(i), "address"}));
    size_t index = 0;  // inputs are counted before outputs
    for (const bool is_read : {true, false}) {
      for (int k = 0; k < call.size(); ++k) {
        const ArgumentSpec& argument = call.spec().arguments[static_cast<size_t>(k)];
        if (!argument.IsTensor() && !call.IsList(k)) continue;  // null ones count
        if (argument.IsRead() != is_read) continue;
        if (k == i && !call.IsList(i)) {
          EXPECT_EQ(aclSetTensorAddr(planned.executor, index, call.handle(i), data), 0);
        }
        const int64_t members = call.IsList(i) ? SampleMembers(call.spec(), i) : 0;
        for (int64_t member = 0; k == i && member < members; ++member) {
          EXPECT_EQ(aclSetDynamicTensorAddr(planned.executor, index, static_cast<uint64_t>(member),
                                            call.list(i), data),
                    0);
        }
        ++index;
      }
    }
    ExpectAlive(call, planned);
  }
}

TEST_P(ExecutorTest, EmptyTensorsNeedNoAddress) {
  TestCall call = MakeCall();
  if (NeedsElements(call.spec())) return;
  call.SetShapes({2, 0, 4});
  bool any_empty = false;  // not where an argument says how many elements there are
  for (const int i : call.Tensors()) {
    const bool has_own = HasShapesOfItsOwn(call.spec());  // not all of them empty
    if (!has_own || test::CountOf(call.tensor(i).shape) == 0) call.tensor(i).data = nullptr;
    const bool is_one = IsOneElement(call.spec(), i);
    if (call.HasOwnShape(i) && !is_one && !has_own) call.tensor(i).shape = {0};
    any_empty = any_empty || test::CountOf(call.tensor(i).shape) == 0;
  }
  const Planned planned = call.Plan();
  ASSERT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
  EXPECT_TRUE(!any_empty || planned.workspace_size == 0u) << planned.workspace_size;
  ExpectAlive(call, planned);
}

INSTANTIATE_FOR_EVERY_OPERATOR(ExecutorTest);
INSTANTIATE_FOR_AN_OPERATOR_OF_EACH_KIND(ManyExecutorsTest);

TEST(ExecutorApiTest, NullExecutor) {
  EXPECT_EQ(aclDestroyAclOpExecutor(nullptr), ACLNN_ERR_INNER_NULLPTR);
  EXPECT_TRUE(HasAll(TakeMessage(), {"aclDestroyAclOpExecutor", "executor", "null"}));
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(nullptr), ACLNN_ERR_INNER_NULLPTR);
  EXPECT_TRUE(HasAll(TakeMessage(), {"aclSetAclOpExecutorRepeatable", "executor", "null"}));
}

}  // namespace
}  // namespace openaclnn
