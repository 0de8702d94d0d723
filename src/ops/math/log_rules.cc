#include "ops/math/log_rules.h"

#include "acl/acl_base.h"
#include "base/dtype.h"
#include "base/status.h"
#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"

namespace openaclnn {
namespace {

Status CheckOwnOrFloat(const RuleCall& call, const Rule& rule) {
  const aclDataType given = call.At(rule, 0).dtype, own = call.At(rule, 1).dtype;
  const bool is_float = kFloatAndDoubleDtypes.Has(own);
  if (given == (is_float ? own : ACL_FLOAT)) return {};
  if (is_float) {
    return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, the dtype of {}",
                   rule.names[0], DtypeName(given), DtypeName(own), rule.names[1]);
  }
  return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected FLOAT, as the dtype of {} is {}",
                 rule.names[0], DtypeName(given), rule.names[1], DtypeName(own));
}

Status InferOwnOrFloat(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  const aclDataType own = call.At(rule, 1).dtype;
  output.dtype = kFloatAndDoubleDtypes.Has(own) ? own : ACL_FLOAT;
  return {};
}

}  // namespace

namespace rules {

constinit const RuleType kOwnOrFloat = {
    .name = "OwnOrFloat",
    .check = CheckOwnOrFloat,
    .sentence = {"The dtype of {a} is that of {b}, or FLOAT if that is no dtype of floats."},
    .python_sentence = {"{a} has the dtype of {b}, or FLOAT if that is no dtype of floats."},
    .infer = InferOwnOrFloat,
};

}  // namespace rules
}  // namespace openaclnn
