// A call that is computed in stages, from its arguments to its results.
#include "kinds/stages/stage_list.h"

#include <array>
#include <cstdint>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnn/opdev/op_errno.h"
#include "engine/operator.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kinds/moves/plan.h"
#include "kinds/reduction/plan.h"
#include "kinds/stages/spec.h"
#include "tests/reached_memory.h"

namespace openaclnn {
namespace {

using testing::Each;

// Each element becomes the sum of all, by way of a double.
void PlanSumOfAll(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value terms = list.Temporary(ACL_DOUBLE, call.TensorAt(0).shape);
  const Value sum = list.Temporary(ACL_DOUBLE, {});
  list.Add(PlanMove(list.Given(0), terms));
  list.Add(PlanSums({.terms = terms, .axes = {}, .dtype = ACL_DOUBLE, .sums = sum}));
  list.Add(PlanMove(sum, list.Given(1)));
  list.Finish();
}

constexpr Kind kSumOfAll = InStages(PlanSumOfAll);
constexpr OpSpec kSpec = Resolved({.name = "aclnnSumOfAll",
                                   .formula = "out = sum(self)",
                                   .arguments = {Input("self"), Output("out")},
                                   .rules = {DtypeIn("self", kFloatDtypes), MaxRank(8)},
                                   .chips = kAllChips,
                                   .operands = {"self"},
                                   .results = {"out"},
                                   .work = {.kind = &kSumOfAll}});

aclTensor* TensorOf(void* memory, int64_t count) {
  const int64_t stride = 1;
  return aclCreateTensor(&count, 1, ACL_FLOAT, &stride, 0, ACL_FORMAT_ND, &count, 1, memory);
}

struct Planned {
  uint64_t workspace = 0;
  aclOpExecutor* executor = nullptr;
};

Planned PlanCall(aclTensor* self, aclTensor* out) {
  Planned planned;
  EXPECT_EQ(PlanOperator(kSpec, {self, out}, &planned.workspace, &planned.executor), ACL_SUCCESS);
  return planned;
}

class StageListTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS); }
};

TEST_F(StageListTest, LaysOutTheWorkspaceOfAllStages) {
  test::ReachedVector<float> in(1000), out(7);
  aclTensor* const self = TensorOf(in.data(), 1000);
  aclTensor* const result = TensorOf(out.data(), 7);
  const Planned planned = PlanCall(self, result);
  EXPECT_EQ(planned.workspace, WorkspaceFor(8000 + sizeof(double)));
  EXPECT_EQ(aclDestroyAclOpExecutor(planned.executor), ACL_SUCCESS);
  aclDestroyTensor(self);
  aclDestroyTensor(result);
}

TEST_F(StageListTest, RunsAgainAndAgainAtOtherAddresses) {
  test::ReachedVector<float> in(1000), out(7), other_out(7);
  aclTensor* const self = TensorOf(in.data(), 1000);
  aclTensor* const result = TensorOf(out.data(), 7);
  const Planned planned = PlanCall(self, result);
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(planned.executor), ACL_SUCCESS);
  for (const float value : {1.0f, 2.0f, 0.5f}) {
    // The workspace lies elsewhere each time.
    test::ReachedVector<std::byte> workspace(planned.workspace);
    std::fill(in.begin(), in.end(), value);
    ASSERT_EQ(RunOperator(kSpec, workspace.data(), planned.workspace, planned.executor, nullptr),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    EXPECT_THAT(out, Each(1000 * value));
  }
  ASSERT_EQ(aclSetOutputTensorAddr(planned.executor, 0, result, other_out.data()), ACL_SUCCESS);
  test::ReachedVector<std::byte> workspace(planned.workspace);
  ASSERT_EQ(RunOperator(kSpec, workspace.data(), planned.workspace, planned.executor, nullptr),
            ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_THAT(other_out, Each(500.0f));
  EXPECT_EQ(aclDestroyAclOpExecutor(planned.executor), ACL_SUCCESS);
  aclDestroyTensor(self);
  aclDestroyTensor(result);
}

TEST_F(StageListTest, AnOutputMayNotBeTheInputThatALaterStageReads) {
  test::ReachedVector<float> memory(4);
  aclTensor* const self = TensorOf(memory.data(), 4);
  uint64_t size;
  aclOpExecutor* executor;
  EXPECT_EQ(PlanOperator(kSpec, {self, self}, &size, &executor), ACLNN_ERR_PARAM_INVALID);
  aclDestroyTensor(self);
}

}  // namespace
}  // namespace openaclnn
