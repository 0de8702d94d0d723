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

}  // namespace rules
}  // namespace openaclnn
