#include "ops/sums/scanned_shape.h"

#include <algorithm>

#include "base/dtype.h"
#include "engine/rules/infer.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

// ScalarDimOf

Status CheckScalarDimOf(const RuleCall& call, const Rule& rule) {
  const int64_t given = Truncated(call.Number(rule, 0));
  const Dims& shape = call.At(rule, 1).shape;
  if (AxisAt(given, shape)) return {};
  const int64_t axes = std::max<int64_t>(1, static_cast<int64_t>(shape.size()));
  return Invalid(
      ErrorKind::kValue, "{}: is {}, expected from {} to {}, as the rank of {} is {} (shape {})",
      rule.names[0], given, -axes, axes - 1, rule.names[1], shape.size(), ShapeText(shape));
}

// HasDtypeIfNamed

Status CheckHasDtypeIfNamed(const RuleCall& call, const Rule& rule) {
  const aclDataType given = call.At(rule, 0).dtype, named = call.Given(rule, 1).dtype;
  if (named == ACL_DT_UNDEFINED || named == given) return {};
  return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, which is {}", rule.names[0],
                 DtypeName(given), DtypeName(named), rule.names[1]);
}

Status InferHasDtypeIfNamed(const RuleCall& call, const Rule& rule, Inferred& output) {
  const Argument& dtype = call.Given(rule, 1);
  const bool is_named = !dtype.is_null && FindDtype(dtype.dtype) != nullptr;
  if (is_named) output.dtype = dtype.dtype;  // else that of another rule
  return {};
}

}  // namespace

namespace rules {

constinit const RuleType kScalarDimOf = {
    .name = "ScalarDimOf",
    .check = CheckScalarDimOf,
    .sentence = {"{a} is an axis of {b}; -1 is the last."},
};

constinit const RuleType kHasDtypeIfNamed = {
    .name = "HasDtypeIfNamed",
    .check = CheckHasDtypeIfNamed,
    .sentence = {"The dtype of {a} is the one that {b} names, unless that is ACL_DT_UNDEFINED."},
    .python_sentence = {"{a} has the dtype {b}, if that is one."},
    .infer = InferHasDtypeIfNamed,
};

}  // namespace rules
}  // namespace openaclnn
