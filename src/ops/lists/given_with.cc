#include "ops/lists/given_with.h"

#include "engine/rules/rule_call.h"

namespace openaclnn {
namespace {

Status CheckGivenWith(const RuleCall& call, const Rule& rule) {
  if (!call.Given(rule, 0).is_null || !call.Given(rule, 1).flag) return {};
  return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR,
               "{}: is null, expected an aclTensor, as {} is true", rule.names[0], rule.names[1]);
}

}  // namespace

namespace rules {

constinit const RuleType kGivenWith = {
    .name = "GivenWith",
    .check_nulls = CheckGivenWith,
    .sentence = {"{a} is given if {b} is true."},
};

}  // namespace rules
}  // namespace openaclnn
