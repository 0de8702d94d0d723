#include "ops/sums/normalized_shape.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "engine/rules/infer.h"

namespace openaclnn {
namespace {

Dims SizesOf(const RuleCall& call, const Rule& rule, int k) {
  const std::vector<int64_t>* const sizes = call.Given(rule, k).integers;
  return sizes == nullptr ? Dims() : Dims(sizes->begin(), sizes->end());
}

// `sizes` are those of a tensor, so that their product is representable.
int64_t Product(const Dims& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t{1}, std::multiplies<>());
}

// LastSizesOf

Status CheckLastSizesOf(const RuleCall& call, const Rule& rule) {
  const Dims sizes = SizesOf(call, rule, 0);
  const Dims& shape = call.At(rule, 1).shape;
  if (sizes.empty()) {
    return Invalid(ErrorKind::kValue, "{}: is empty, expected the last sizes of {} (shape {})",
                   rule.names[0], rule.names[1], ShapeText(shape));
  }
  const bool fits = sizes.size() <= shape.size() &&
                    std::equal(sizes.begin(), sizes.end(), shape.end() - std::ssize(sizes));
  if (fits) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected the last sizes of {} (shape {})",
                 rule.names[0], ShapeText(sizes), rule.names[1], ShapeText(shape));
}

// ShapeIn

Status CheckShapeIn(const RuleCall& call, const Rule& rule) {
  const Dims& shape = call.At(rule, 0).shape;
  const Dims sizes = SizesOf(call, rule, 1);
  if (shape == sizes) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, as {} says", rule.names[0],
                 ShapeText(shape), ShapeText(sizes), rule.names[1]);
}

Status InferShapeIn(const RuleCall& call, const Rule& rule, Inferred& output) {
  output.shape = SizesOf(call, rule, 1);
  return {};
}

// SizesWithoutLast, CountWithoutLast

Dims WithoutLast(const RuleCall& call, const Rule& rule) {
  Dims shape = call.At(rule, 1).shape;
  const size_t last = std::min(SizesOf(call, rule, 2).size(), shape.size());
  std::fill_n(shape.end() - static_cast<long>(last), last, 1);
  return shape;
}

Status CheckSizesWithoutLast(const RuleCall& call, const Rule& rule) {
  const Dims &shape = call.At(rule, 0).shape, expected = WithoutLast(call, rule);
  if (shape == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, the shape {} of {} with 1 at the axes in {}",
                 rule.names[0], ShapeText(shape), ShapeText(expected),
                 ShapeText(call.At(rule, 1).shape), rule.names[1], rule.names[2]);
}

Status InferSizesWithoutLast(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.shape = WithoutLast(call, rule);
  return {};
}

Status RefuseCount(const RuleCall& call, const Rule& rule, const Dims& expected) {
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected as many elements as {} has",
                 rule.names[0], ShapeText(call.At(rule, 0).shape), ShapeText(expected));
}

Status CheckCountWithoutLast(const RuleCall& call, const Rule& rule) {
  const Dims expected = WithoutLast(call, rule);
  if (call.At(rule, 0).extent.elements == Product(expected)) return {};
  return RefuseCount(call, rule, expected);
}

// CountIn

Status CheckCountIn(const RuleCall& call, const Rule& rule) {
  const Dims sizes = SizesOf(call, rule, 1);
  if (call.At(rule, 0).extent.elements == Product(sizes)) return {};
  return RefuseCount(call, rule, sizes);
}

// DtypeWithMode

Status CheckDtypeWithMode(const RuleCall& call, const Rule& rule) {
  const aclDataType dtype = call.DtypeOf(rule, 0);
  const int64_t mode = call.Given(rule, 1).integer;
  if (mode != rule.numbers[0] || rule.dtypes.Has(dtype)) return {};
  return Invalid(ErrorKind::kDtype, "{}: dtype is {}, expected {}, as {} is {}", rule.names[0],
                 DtypeName(dtype), rule.dtypes.Text(), rule.names[1], mode);
}

// OutputMask

Status CheckOutputMask(const RuleCall& call, const Rule& rule) {
  const std::vector<bool>& mask = *call.Given(rule, 0).bools;
  const std::span<const ArgumentSpec> specs(call.spec().arguments);
  size_t outputs = 0;
  for (size_t i = 0; i < call.arguments().size(); ++i) outputs += specs[i].IsWritten() ? 1 : 0;
  if (mask.size() != outputs) {
    return Invalid(ErrorKind::kValue, "{}: has {} elements, expected {}, one for each output",
                   rule.names[0], mask.size(), outputs);
  }
  size_t output = 0;
  for (size_t i = 0; i < call.arguments().size(); ++i) {
    if (!specs[i].IsWritten()) continue;
    if (mask[output] && call.arguments()[i].is_null) {
      return Error(ErrorKind::kNullArgument, ACLNN_ERR_PARAM_NULLPTR,
                   "{}: is null, but {}[{}] is true", specs[i].name, rule.names[0], output);
    }
    ++output;
  }
  return {};
}

}  // namespace

namespace rules {

constinit const RuleType kLastSizesOf = {
    .name = "LastSizesOf",
    .check = CheckLastSizesOf,
    .sentence = {"{a} has the sizes of the last axes of {b}, at least one."},
};

constinit const RuleType kShapeIn = {
    .name = "ShapeIn",
    .check = CheckShapeIn,
    .sentence = {"The shape of {a} is {b}."},
    .python_sentence = {"{a} has the shape {b}."},
    .infer = InferShapeIn,
};

constinit const RuleType kSizesWithoutLast = {
    .name = "SizesWithoutLast",
    .check = CheckSizesWithoutLast,
    .sentence = {"The shape of {a} is that of {b} with 1 in the place of the sizes in {c}."},
    .python_sentence = {"{a} has the shape of {b} with 1 in the place of the sizes in {c}."},
    .infer = InferSizesWithoutLast,
};

constinit const RuleType kCountWithoutLast = {
    .name = "CountWithoutLast",
    .check = CheckCountWithoutLast,
    .sentence = {"{a} has as many elements as {b} has along the axes before those in {c}."},
    .infer = InferSizesWithoutLast,
};

constinit const RuleType kCountIn = {
    .name = "CountIn",
    .check = CheckCountIn,
    .sentence = {"{a} has as many elements as the shape {b}."},
    .infer = InferShapeIn,
};

constinit const RuleType kDtypeWithMode = {
    .name = "DtypeWithMode",
    .check = CheckDtypeWithMode,
    .sentence = {"The dtype of {a} is {dtypes} if {b} is {first}."},
};

constinit const RuleType kOutputMask = {
    .name = "OutputMask",
    .check = CheckOutputMask,
    .sentence = {"{a} has an element for each output, which is not null where that is true, and "
                 "which is left as it is where that is false."},
    .python_sentence = {"{a} has an element for each result, which says whether it is computed."},
};

}  // namespace rules
}  // namespace openaclnn
