#include "ops/math/complex_dtype.h"

#include <algorithm>

#include "base/dtype.h"
#include "base/status.h"
#include "engine/op_spec.h"
#include "engine/rules/infer.h"
#include "engine/rules/possible_dtypes.h"
#include "engine/rules/rule_call.h"
#include "ops/math/complex_parts.h"

namespace openaclnn {
namespace {

aclDataType ComplexWith(aclDataType part) {
  if (part == ACL_FLOAT16) return ACL_COMPLEX32;
  return part == ACL_DOUBLE ? ACL_COMPLEX128 : ACL_COMPLEX64;
}

Status CheckComplexOf(const RuleCall& call, const Rule& rule) {
  const aclDataType given = call.At(rule, 0).dtype, part = call.At(rule, 1).dtype;
  if (given == ComplexWith(part)) return {};
  return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, as the dtype of {} is {}",
                 rule.names[0], DtypeName(given), DtypeName(ComplexWith(part)), rule.names[1],
                 DtypeName(part));
}

void NarrowComplexOf(const Rule& rule, PossibleDtypes& possible) {
  const DtypeSet parts = possible.Of(rule.at[1]);
  possible.KeepIf(rule.at[0], [parts](aclDataType dtype) {
    return IsComplex(dtype) && parts.Has(PartOf(dtype));
  });
}

Status InferComplexOf(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.dtype = ComplexWith(call.At(rule, 1).dtype);
  return {};
}

aclDataType RealWith(aclDataType dtype) { return IsComplex(dtype) ? PartOf(dtype) : dtype; }

Status CheckRealOf(const RuleCall& call, const Rule& rule) {
  const aclDataType given = call.At(rule, 0).dtype, of = call.At(rule, 1).dtype;
  if (given == RealWith(of)) return {};
  return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, as the dtype of {} is {}",
                 rule.names[0], DtypeName(given), DtypeName(RealWith(of)), rule.names[1],
                 DtypeName(of));
}

void NarrowRealOf(const Rule& rule, PossibleDtypes& possible) {
  const DtypeSet of = possible.Of(rule.at[1]);
  possible.KeepIf(rule.at[0], [of](aclDataType dtype) {
    return std::ranges::any_of(kDtypes, [&](const DtypeInfo& info) {
      return of.Has(info.dtype) && RealWith(info.dtype) == dtype;
    });
  });
}

Status InferRealOf(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.dtype = RealWith(call.At(rule, 1).dtype);
  return {};
}

aclDataType UsualOfParts(const OpSpec& spec, int argument) {
  return spec.arguments[argument].IsWritten() ? ACL_COMPLEX64 : ACL_FLOAT;
}

}  // namespace

namespace rules {

constinit const RuleType kComplexOf = {
    .name = "ComplexOf",
    .check = CheckComplexOf,
    .sentence = {"The dtype of {a} is COMPLEX32 if that of {b} is FLOAT16, COMPLEX64 if it is "
                 "FLOAT, and COMPLEX128 if it is DOUBLE."},
    .python_sentence = {"{a} has parts of the dtype of {b}."},
    .narrow = NarrowComplexOf,
    .infer = InferComplexOf,
    .usual = UsualOfParts,
};

constinit const RuleType kRealOf = {
    .name = "RealOf",
    .check = CheckRealOf,
    .sentence = {"The dtype of {a} is that of {b}, or of its parts where {b} is complex."},
    .python_sentence = {"{a} has the dtype of {b}, or of its parts where {b} is complex."},
    .narrow = NarrowRealOf,
    .infer = InferRealOf,
};

}  // namespace rules
}  // namespace openaclnn
