// Null pointers: 161001 for each argument of each operator, and what the message says.
#include <algorithm>

#include "aclnn/opdev/op_errno.h"
#include "ops/sums/channel_shape.h"
#include "ops/sums/normalized_shape.h"
#include "ops/sums/reduced_shape.h"
#include "tests/contract/test_call.h"

namespace openaclnn {
namespace {

using test::HasAll;
using test::Planned;
using test::TestCall;

bool HasOutputMask(const OpSpec& spec) {
  return std::ranges::any_of(spec.rules,
                             [](const Rule& rule) { return rule.Is(rules::kOutputMask); });
}

// Whether an output has to be given where another one is.
bool IsGivenBeside(const OpSpec& spec, int argument) {
  return std::ranges::any_of(spec.rules, [argument](const Rule& rule) {
    return rule.Is(rules::kGivenBeside) && rule.at[0] == argument;
  });
}

class NullsTest : public test::EveryOperator {};

TEST_P(NullsTest, TheUnchangedCallIsValid) {
  TestCall call = MakeCall();
  ExpectAccepted(call);
}

TEST_P(NullsTest, EachPointerArgument) {
  for (int i = 0; i < MakeCall().size(); ++i) {
    TestCall call = MakeCall();
    const ArgumentSpec& argument = call.spec().arguments[static_cast<size_t>(i)];
    if (!argument.CanBeNull()) continue;
    SCOPED_TRACE(call.name(i));
    for (const Rule& rule : call.spec().rules) {  // without axes all are reduced
      if (rule.Is(rules::kReducedShapeOf) && std::ranges::count(rule.at, i) > 0) call.SetShapes({});
    }
    call.SetHandle(i, nullptr);
    const Planned planned = call.Plan();
    // The mask of a sample call asks for all outputs.
    const bool is_asked_for =
        (argument.IsWritten() && HasOutputMask(call.spec())) || IsGivenBeside(call.spec(), i);
    if (argument.is_optional && !is_asked_for) {
      EXPECT_EQ(planned.status, ACLNN_SUCCESS) << planned.message;
      continue;
    }
    EXPECT_EQ(planned.status, ACLNN_ERR_PARAM_NULLPTR);
    EXPECT_TRUE(HasAll(planned.message, {PlanName(), call.name(i), "null"}));
  }
}

TEST_P(NullsTest, WorkspaceSizeAndExecutor) {
  TestCall call = MakeCall();
  const Planned without_size = call.PlanWith(true, false);
  EXPECT_EQ(without_size.status, ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_TRUE(HasAll(without_size.message, {PlanName(), "workspaceSize", "null"}));
  const Planned without_executor = call.PlanWith(false, true);
  EXPECT_EQ(without_executor.status, ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_TRUE(HasAll(without_executor.message, {PlanName(), "executor", "null"}));
}

// workspaceSize and executor are looked at before any argument, and nulls before values.
TEST_P(NullsTest, ComeBeforeOtherRefusals) {
  TestCall call = MakeCall();
  call.SetDtypes(ACL_STRING);
  EXPECT_EQ(call.PlanWith(true, false).status, ACLNN_ERR_PARAM_NULLPTR);
  std::vector<int> tensors = call.Tensors();
  std::erase_if(tensors, [&](int i) { return call.spec().arguments[i].is_optional; });
  const int last = tensors.back();
  call.SetHandle(last, nullptr);
  const Planned planned = call.Plan();
  EXPECT_EQ(planned.status, ACLNN_ERR_PARAM_NULLPTR);
  EXPECT_TRUE(HasAll(planned.message, {call.name(last)}));
}

INSTANTIATE_FOR_EVERY_OPERATOR(NullsTest);

// Each bound may be null, as the other tests find, but not both.
TEST(NullBoundsTest, BothAreRefused) {
  for (const char* const name : {"aclnnClamp", "aclnnClampTensor"}) {
    TestCall call(*FindOperator(name));
    for (const char* const bound : {"clipValueMin", "clipValueMax"}) {
      call.SetHandle(call.IndexOf(bound), nullptr);
    }
    const Planned planned = call.Plan();
    EXPECT_EQ(planned.status, ACLNN_ERR_PARAM_NULLPTR);
    EXPECT_TRUE(HasAll(planned.message,
                       {"clipValueMin and clipValueMax: both are null, expected one of them"}));
  }
}

}  // namespace
}  // namespace openaclnn
