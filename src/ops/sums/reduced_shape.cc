#include "ops/sums/reduced_shape.h"

#include <algorithm>
#include <optional>
#include <span>

#include "engine/rules/infer.h"
#include "tensor/derived_shape.h"

namespace openaclnn {
namespace {

// ShapeWithoutAxis

Status CheckShapeWithoutAxis(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &whole = call.At(rule, 1).shape;
  const bool keeps = call.Given(rule, 3).flag;
  const std::optional<Dims> expected =
      ReducedShape(whole, std::span(&call.Given(rule, 2).integer, 1), keeps);
  if (given == expected) return {};
  const auto has_one = [](int64_t extent) { return extent == 1; };
  if (std::ranges::all_of(given, has_one) && std::ranges::all_of(*expected, has_one)) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the shape {} of {} {} {}",
                 rule.names[0], ShapeText(given), ShapeText(*expected), ShapeText(whole),
                 rule.names[1], keeps ? "with 1 at the axis" : "without the axis", rule.names[2]);
}

// If it is no axis, the shape is the tensor's: the first phase says what is wrong.
Status InferShapeWithoutAxis(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  const Dims& whole = call.At(rule, 1).shape;
  const Argument& axis = call.Given(rule, 2);
  const auto reduced =
      axis.is_null ? std::nullopt
                   : ReducedShape(whole, std::span(&axis.integer, 1), call.Given(rule, 3).flag);
  output.shape = reduced.value_or(whole);
  return {};
}

// ElementsAlong

Status CheckElementsAlong(const RuleCall& call, const Rule& rule) {
  const Dims& shape = call.At(rule, 0).shape;
  const Argument& given = call.Given(rule, 1);
  const bool is_one = call.spec().arguments[rule.at[1]].kind == ArgumentKind::kInt;
  const auto axes =
      is_one ? std::span(&given.integer, 1) : std::span<const int64_t>(*given.integers);
  for (const int64_t axis : axes) {
    if (shape.empty() || shape[*AxisAt(axis, shape)] != 0) continue;
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, without elements along axis {}, which {} names; expected some",
                   rule.names[0], ShapeText(shape), *AxisAt(axis, shape), rule.names[1]);
  }
  return {};
}

// SizeWithin

Status CheckSizeWithin(const RuleCall& call, const Rule& rule) {
  const Dims& shape = call.At(rule, 1).shape;
  const int64_t given = call.Given(rule, 0).integer;
  const int64_t most = shape.empty() ? 1 : shape[*AxisAt(call.Given(rule, 2).integer, shape)];
  if (given >= 0 && given <= most) return {};
  return Invalid(ErrorKind::kValue,
                 "{}: is {}, expected 0 to {}, the size of {} (shape {}) along {}", rule.names[0],
                 given, most, rule.names[1], ShapeText(shape), rule.names[2]);
}

// SizeAlong

Status CheckSizeAlong(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &whole = call.At(rule, 1).shape;
  const int64_t size = call.Given(rule, 3).integer;
  Dims expected = whole;
  if (!whole.empty()) expected[*AxisAt(call.Given(rule, 2).integer, whole)] = size;
  if (given == expected || (whole.empty() && given == Dims{size})) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, the shape {} of {} with {} along {}", rule.names[0],
                 ShapeText(given), ShapeText(expected), ShapeText(whole), rule.names[1], size,
                 rule.names[2]);
}

// If there is no such axis, the shape is the tensor's: the first phase says what is wrong.
Status InferSizeAlong(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.shape = call.At(rule, 1).shape;
  const Argument &axis = call.Given(rule, 2), &size = call.Given(rule, 3);
  if (axis.is_null || size.is_null || output.shape.empty()) return {};
  if (const auto at = AxisAt(axis.integer, output.shape)) {
    output.shape[*at] = std::max<int64_t>(0, size.integer);
  }
  return {};
}

}  // namespace

namespace rules {

constinit const RuleType kShapeWithoutAxis = {
    .name = "ShapeWithoutAxis",
    .check = CheckShapeWithoutAxis,
    .sentence = {"The shape of {a} is that of {b} without the axis {c}, or with 1 in its place if "
                 "{d} is true. One element may have any shape."},
    .python_sentence = {"{a} has the shape of {b} without the axis {c}, or with 1 in its place if "
                        "{d} is True; one element may have any shape."},
    .infer = InferShapeWithoutAxis,
};

constinit const RuleType kElementsAlong = {
    .name = "ElementsAlong",
    .check = CheckElementsAlong,
    .sentence = {"{a} has elements along {b}."},
};

constinit const RuleType kSizeWithin = {
    .name = "SizeWithin",
    .check = CheckSizeWithin,
    .sentence = {"{a} is from 0 to the size of {b} along {c}."},
};

constinit const RuleType kSizeAlong = {
    .name = "SizeAlong",
    .check = CheckSizeAlong,
    .sentence = {"The shape of {a} is that of {b} with the size {d} along {c}."},
    .python_sentence = {"{a} has the shape of {b} with the size {d} along {c}."},
    .infer = InferSizeAlong,
};

}  // namespace rules
}  // namespace openaclnn
