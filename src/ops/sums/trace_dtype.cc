#include "ops/sums/trace_dtype.h"

#include "base/dtype.h"
#include "engine/rules/infer.h"

namespace openaclnn {
namespace {

aclDataType SumOf(aclDataType terms) {
  const DtypeClass kind = ClassOf(terms);
  return kind == DtypeClass::kFloat || kind == DtypeClass::kComplex ? terms : ACL_INT64;
}

Status CheckDtypeOfSum(const RuleCall& call, const Rule& rule) {
  const aclDataType given = call.At(rule, 0).dtype, terms = call.At(rule, 1).dtype;
  const aclDataType expected = SumOf(terms);
  if (given == expected) return {};
  return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, as {} has {}", rule.names[0],
                 DtypeName(given), DtypeName(expected), rule.names[1], DtypeName(terms));
}

Status InferDtypeOfSum(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.dtype = SumOf(call.At(rule, 1).dtype);
  return {};
}

}  // namespace

namespace rules {

constinit const RuleType kDtypeOfSum = {
    .name = "DtypeOfSum",
    .check = CheckDtypeOfSum,
    .sentence = {"The dtype of {a} is that of {b}, or INT64 where that has integers or BOOL."},
    .python_sentence = {"{a} has the dtype of {b}, or INT64 where that has integers or BOOL."},
    .infer = InferDtypeOfSum,
};

}  // namespace rules
}  // namespace openaclnn
