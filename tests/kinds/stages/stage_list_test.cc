// A call that is computed in stages, from its arguments to its results.
#include "kinds/stages/stage_list.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnn/opdev/op_errno.h"
#include "engine/operator.h"
#include "engine/resolved.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "kinds/moves/plan.h"
#include "kinds/reduction/plan.h"
#include "kinds/stages/spec.h"
#include "tests/reached_memory.h"

namespace openaclnn {
namespace {

using testing::Each;
using testing::HasSubstr;

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

// ---- What may_be_one allows is compared with what the stages do.

bool OutMayBeSelf(const OpSpec& /*spec*/, int output, int input) {
  return output == 1 && input == 0;
}

// Reads all of self before the first element of out is written.
void PlanByCopy(const Call& call, Executor& executor) {
  StageList list(call, executor);
  const Value copy = list.Temporary(ACL_DOUBLE, call.TensorAt(0).shape);
  list.Add(PlanMove(list.Given(0), copy));
  list.Add(PlanMove(copy, list.Given(1)));
  list.Finish();
}

void PlanAtOnce(const Call& call, Executor& executor) {
  StageList list(call, executor);
  list.Add(PlanMove(list.Given(0), list.Given(1)));
  list.Finish();
}

// Reads self again.
void PlanTwice(const Call& call, Executor& executor) {
  StageList list(call, executor);
  list.Add(PlanMove(list.Given(0), list.Given(1)));
  list.Add(PlanMove(list.Given(0), list.Temporary(ACL_DOUBLE, call.TensorAt(0).shape)));
  list.Finish();
}

// Sums along an axis, which reads elements where it has written sums.
void PlanSumsAtOnce(const Call& call, Executor& executor) {
  StageList list(call, executor);
  list.Add(
      PlanSums({.terms = list.Given(0), .axes = {}, .dtype = ACL_FLOAT, .sums = list.Given(1)}));
  list.Finish();
}

constexpr Kind kByCopy = InStages(PlanByCopy, OutMayBeSelf),
               kAtOnce = InStages(PlanAtOnce, OutMayBeSelf),
               kTwice = InStages(PlanTwice, OutMayBeSelf), kTwiceApart = InStages(PlanTwice),
               kSumsAtOnce = InStages(PlanSumsAtOnce, OutMayBeSelf);

consteval OpSpec Of(const Kind& kind) {
  OpSpec spec = kSpec;
  spec.work = {.kind = &kind};
  return Resolved(spec);
}
constexpr OpSpec kByCopySpec = Of(kByCopy), kAtOnceSpec = Of(kAtOnce), kTwiceSpec = Of(kTwice),
                 kTwiceApartSpec = Of(kTwiceApart), kSumsAtOnceSpec = Of(kSumsAtOnce);

// The status of a call whose tensors lie apart, and the message without what comes before it.
std::pair<aclnnStatus, std::string> StatusOf(const OpSpec& spec) {
  test::ReachedVector<float> in(1), out(1);
  aclTensor* const self = TensorOf(in.data(), 1);
  aclTensor* const result = TensorOf(out.data(), 1);
  uint64_t size;
  aclOpExecutor* executor;
  aclGetRecentErrMsg();  // of tests before
  const aclnnStatus status = PlanOperator(spec, {self, result}, &size, &executor);
  if (status == ACL_SUCCESS) {
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
  }
  aclDestroyTensor(self);
  aclDestroyTensor(result);
  const char* const message = aclGetRecentErrMsg();
  return {status, message == nullptr ? "" : message};
}

TEST_F(StageListTest, ClaimsThatTheStagesHold) {
  for (const OpSpec* const spec : {&kByCopySpec, &kAtOnceSpec, &kTwiceApartSpec}) {
    EXPECT_EQ(StatusOf(*spec), std::pair(ACL_SUCCESS, std::string()));
  }
}

TEST_F(StageListTest, ClaimsThatTheStagesDoNotHoldFailEachCall) {
  const auto [twice, message] = StatusOf(kTwiceSpec);
  EXPECT_EQ(twice, ACLNN_ERR_INNER);
  EXPECT_THAT(message, HasSubstr("out may be the view of self, which stage 1 reads although stage "
                                 "0 writes out"));
  const auto [sums, of_sums] = StatusOf(kSumsAtOnceSpec);
  EXPECT_EQ(sums, ACLNN_ERR_INNER);
  EXPECT_THAT(of_sums, HasSubstr("which stage 0 reads although stage 0 writes out"));
}

}  // namespace
}  // namespace openaclnn
