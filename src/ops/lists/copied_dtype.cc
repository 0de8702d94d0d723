#include "ops/lists/copied_dtype.h"

#include "base/dtype.h"
#include "base/status.h"
#include "engine/rules/infer.h"
#include "engine/rules/possible_dtypes.h"
#include "engine/rules/rule_call.h"

namespace openaclnn {
namespace {

constexpr DtypeSet kHalves{ACL_FLOAT16, ACL_BF16};

Status CheckCopiedDtype(const RuleCall& call, const Rule& rule) {
  const aclDataType to = call.At(rule, 0).dtype, from = call.At(rule, 1).dtype;
  const bool widens = to == ACL_FLOAT && kHalves.Has(from);
  if (to == from || widens || (from == ACL_FLOAT && kHalves.Has(to))) return {};
  return Invalid(ErrorKind::kDtype,
                 "{}: dtype is {}, to which {}, the dtype of {}, is not copied; expected the same, "
                 "or FLOAT and a float of 16 bits",
                 rule.names[0], DtypeName(to), DtypeName(from), rule.names[1]);
}

void NarrowCopiedDtype(const Rule& rule, PossibleDtypes& possible) {
  possible.Keep(rule.at[0], possible.Of(rule.at[1]));
}

Status InferCopiedDtype(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.dtype = call.At(rule, 1).dtype;
  return {};
}

Status CheckBaseBeside(const RuleCall& call, const Rule& rule) {
  const aclDataType scalar = call.DtypeOf(rule, 0), beside = call.DtypeOf(rule, 1);
  const DtypeSet dtypes = IsInteger(beside) ? DtypeSet(ACL_INT64) : DtypeSet(ACL_FLOAT, ACL_DOUBLE);
  if (dtypes.Has(scalar)) return {};
  return Invalid(ErrorKind::kScalarDtype, "{}: dtype is {}, expected {} beside {}, the dtype of {}",
                 rule.names[0], DtypeName(scalar), dtypes.Text(), DtypeName(beside), rule.names[1]);
}

void NarrowBaseBeside(const Rule& rule, PossibleDtypes& possible) {
  possible.Keep(rule.at[0], DtypeSet(ACL_INT64, ACL_FLOAT, ACL_DOUBLE));
}

}  // namespace

namespace rules {

constinit const RuleType kCopiedDtype = {
    .name = "CopiedDtype",
    .check = CheckCopiedDtype,
    .sentence =
        {"The dtype of {a} is that of {b}, or one of both is FLOAT and the other FLOAT16 or "
         "BFLOAT16."},
    .python_sentence = {"{a} has the dtype of {b}, or one has FLOAT and the other FLOAT16 or "
                        "BFLOAT16."},
    .narrow = NarrowCopiedDtype,
    .infer = InferCopiedDtype,
};

constinit const RuleType kBaseBeside = {
    .name = "BaseBeside",
    .check = CheckBaseBeside,
    .sentence = {"The dtype of {a} is INT64 beside integers in {b}, else FLOAT or DOUBLE."},
    .narrow = NarrowBaseBeside,
};

}  // namespace rules
}  // namespace openaclnn
