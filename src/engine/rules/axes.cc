#include "engine/rules/axes.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "engine/rules/infer.h"
#include "tensor/derived_shape.h"

namespace openaclnn {
namespace {

// DimOf

Status CheckDimOf(const RuleCall& call, const Rule& rule) {
  const int64_t given = call.Given(rule, 0).integer;
  const Dims& shape = call.At(rule, 1).shape;
  if (AxisAt(given, shape)) return {};
  const int64_t axes = std::max<int64_t>(1, static_cast<int64_t>(shape.size()));
  return Invalid(
      ErrorKind::kValue, "{}: is {}, expected from {} to {}, as the rank of {} is {} (shape {})",
      rule.names[0], given, -axes, axes - 1, rule.names[1], shape.size(), ShapeText(shape));
}

// The integers of an array, none if it is null.
std::span<const int64_t> IntegersOf(const Argument& array) {
  if (array.integers == nullptr) return {};
  return *array.integers;
}

// AxesOf

Status CheckAxesOf(const RuleCall& call, const Rule& rule) {
  const Dims& shape = call.At(rule, 1).shape;
  const std::span<const int64_t> dims = IntegersOf(call.Given(rule, 0));
  const auto rank = static_cast<int64_t>(std::max<size_t>(shape.size(), 1));
  for (size_t i = 0; i < dims.size(); ++i) {
    const std::optional<size_t> axis = AxisAt(dims[i], shape);
    if (!axis) {
      return Invalid(ErrorKind::kValue, "{}: has {}, expected {} to {}, the axes of {} (shape {})",
                     rule.names[0], dims[i], -rank, rank - 1, rule.names[1], ShapeText(shape));
    }
    const auto is_this = [&](int64_t dim) { return AxisAt(dim, shape) == axis; };
    if (std::none_of(dims.begin(), dims.begin() + static_cast<long>(i), is_this)) continue;
    return Invalid(ErrorKind::kValue, "{}: has {}, the axis {} of {} (shape {}), twice",
                   rule.names[0], dims[i], *axis, rule.names[1], ShapeText(shape));
  }
  return {};
}

// ReducedShapeOf

Status CheckReducedShapeOf(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &whole = call.At(rule, 1).shape;
  const bool keeps = call.Given(rule, 3).flag;
  const std::optional<Dims> expected = ReducedShape(whole, IntegersOf(call.Given(rule, 2)), keeps);
  if (given == expected) return {};
  const auto has_one = [](int64_t extent) { return extent == 1; };
  if (std::ranges::all_of(given, has_one) && std::ranges::all_of(*expected, has_one)) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the shape {} of {} {} {}",
                 rule.names[0], ShapeText(given), ShapeText(*expected), ShapeText(whole),
                 rule.names[1], keeps ? "with 1 at the axes in" : "without the axes in",
                 rule.names[2]);
}

// If these are no axes, the shape is the tensor's: the first phase says what is wrong.
Status InferReducedShapeOf(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  const Dims& whole = call.At(rule, 1).shape;
  const bool is_known =
      call.Given(rule, 2).integers != nullptr || call.spec().arguments[rule.at[2]].is_optional;
  const auto reduced =
      is_known ? ReducedShape(whole, IntegersOf(call.Given(rule, 2)), call.Given(rule, 3).flag)
               : std::nullopt;
  output.shape = reduced.value_or(whole);
  return {};
}

// ShapeOfRows

Dims RowsOf(const Dims& shape) { return {shape.begin(), shape.end() - (shape.empty() ? 0 : 1)}; }

Status CheckShapeOfRows(const RuleCall& call, const Rule& rule) {
  const Dims &a = call.At(rule, 0).shape, &b = call.At(rule, 1).shape;
  const Dims expected = RowsOf(b);
  if (a == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, the shape {} of {} without its last axis",
                 rule.names[0], ShapeText(a), ShapeText(expected), ShapeText(b), rule.names[1]);
}

Status InferShapeOfRows(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.shape = RowsOf(call.At(rule, 1).shape);
  return {};
}

// RowOf

Status CheckRowOf(const RuleCall& call, const Rule& rule) {
  const Dims &a = call.At(rule, 0).shape, &b = call.At(rule, 1).shape;
  const Dims expected = {b.empty() ? 1 : b.back()};
  if (a == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the last axis of {} (shape {})",
                 rule.names[0], ShapeText(a), ShapeText(expected), rule.names[1], ShapeText(b));
}

// HalfShape

Status CheckHalfShape(const RuleCall& call, const Rule& rule) {
  const Dims &half = call.At(rule, 0).shape, &whole = call.At(rule, 1).shape;
  if (whole.empty()) {
    return Invalid(ErrorKind::kRank, "{}: rank is 0, expected an axis to cut in two",
                   rule.names[1]);
  }
  const size_t axis = *AxisAt(rule.at[2] >= 0 ? call.Given(rule, 2).integer : -1, whole);
  if (whole[axis] % 2 != 0) {
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected an even size along axis {}, which is cut in two",
                   rule.names[1], ShapeText(whole), axis);
  }
  Dims expected = whole;
  expected[axis] /= 2;
  if (half == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, the shape {} of {} with half the size along "
                 "axis {}",
                 rule.names[0], ShapeText(half), ShapeText(expected), ShapeText(whole),
                 rule.names[1], axis);
}

// If there is no such axis, or no even extent, the first phase says so.
Status InferHalfShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  if (!IsInput(call, rule, 1)) return {};
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  const bool names_axis = rule.at[2] >= 0 && !call.Given(rule, 2).is_null;
  output.shape = call.At(rule, 1).shape;
  const auto axis = AxisAt(names_axis ? call.Given(rule, 2).integer : -1, output.shape);
  if (axis && !output.shape.empty()) output.shape[*axis] /= 2;
  return {};
}

}  // namespace

namespace rules {

constinit const RuleType kDimOf = {
    .name = "DimOf",
    .check = CheckDimOf,
    .sentence = {"{a} is an axis of {b}; -1 is the last."},
};

constinit const RuleType kAxesOf = {
    .name = "AxesOf",
    .check = CheckAxesOf,
    .sentence = {"{a} has axes of {b}, none of them twice; -1 is the last."},
};

constinit const RuleType kReducedShapeOf = {
    .name = "ReducedShapeOf",
    .check = CheckReducedShapeOf,
    .sentence = {"The shape of {a} is that of {b} without the axes in {c}, or with 1 in their "
                 "place if {d} is true; without any axes there, without all. One element may "
                 "have any shape."},
    .python_sentence = {"{a} has the shape of {b} without the axes in {c}, all if there are none, "
                        "or with 1 in their place if {d} is True; one element may have any shape."},
    .infer = InferReducedShapeOf,
};

constinit const RuleType kShapeOfRows = {
    .name = "ShapeOfRows",
    .check = CheckShapeOfRows,
    .sentence = {"The shape of {a} is that of {b} without its last axis."},
    .python_sentence = {"{a} has the shape of {b} without its last axis."},
    .infer = InferShapeOfRows,
};

constinit const RuleType kRowOf = {
    .name = "RowOf",
    .check = CheckRowOf,
    .sentence = {"{a} has one axis, as long as the last one of {b}."},
};

constinit const RuleType kHalfShape = {
    .name = "HalfShape",
    .check = CheckHalfShape,
    .sentence = {.text = "The shape of {a} is that of {b} with half the size along {c}; that size "
                         "is even.",
                 .without_c = "The shape of {a} is that of {b} with half the size along the last "
                              "axis; that size is even."},
    .python_sentence = {.text = "{a} has the shape of {b} with half the size along {c}; that size "
                                "is even.",
                        .without_c = "{a} has the shape of {b} with half the size along the last "
                                     "axis; that size is even."},
    .infer = InferHalfShape,
};

}  // namespace rules
}  // namespace openaclnn
