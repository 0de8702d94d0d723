#include "engine/rules/given.h"

#include "engine/rules/rule_call.h"

namespace openaclnn {
namespace {

Status CheckAnyGiven(const RuleCall& call, const Rule& rule) {
  if (!call.Given(rule, 0).is_null || !call.Given(rule, 1).is_null) return {};
  return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR,
               "{} and {}: both are null, expected one of them", rule.names[0], rule.names[1]);
}

}  // namespace

namespace rules {

constinit const RuleType kAnyGiven = {
    .name = "AnyGiven",
    .check_nulls = CheckAnyGiven,
    .sentence = {"{a} or {b} is given."},
};

}  // namespace rules
}  // namespace openaclnn
