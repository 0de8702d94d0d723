#include "ops/moves/slice_shape.h"

#include <algorithm>

#include "engine/rules/infer.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

// Places below 0 count from behind, and those beyond the axis are its ends.
AxisSlice SliceAlong(const Dims& shape, int64_t dim, int64_t start, int64_t end, int64_t step) {
  const size_t axis = *AxisAt(dim, shape);
  const int64_t size = shape[axis];
  const auto place = [size](int64_t at) {
    return std::clamp<int64_t>(at < 0 ? at + size : at, 0, size);
  };
  const int64_t first = place(start), places = std::max<int64_t>(place(end) - first, 0);
  return {axis, first, step, places / step + (places % step != 0 ? 1 : 0)};
}

Dims Sliced(const Dims& whole, const AxisSlices& slices) {
  Dims shape = whole;
  for (const AxisSlice& slice : slices) shape[slice.axis] = slice.count;
  return shape;
}

Status CheckSteps(const RuleCall& call, const Rule& rule) {
  const auto steps = static_cast<size_t>(rule.at[2]) + 1;
  for (const int64_t step : *call.arguments()[steps].integers) {
    if (step > 0) continue;
    return Invalid(ErrorKind::kValue, "{}: has {}, expected at least 1",
                   call.spec().arguments[steps].name, step);
  }
  return {};
}

Status CheckSliced(const RuleCall& call, const Rule& rule) {
  if (rule.Is(rules::kSlicedShapes)) OPENACLNN_RETURN_IF_ERROR(CheckSteps(call, rule));
  const Dims &given = call.At(rule, 0).shape, &whole = call.At(rule, 1).shape;
  const Dims expected = Sliced(whole, SlicesOf(rule, call.arguments()));
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, the places of {} (shape {}) from "
                 "{} on",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1],
                 ShapeText(whole), rule.names[3]);
}

Status InferSliced(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  const Dims& whole = call.At(rule, 1).shape;
  if (rule.Is(rules::kSlicedShape)) {
    if (whole.empty() || !AxisAt(call.Given(rule, 2).integer, whole)) return {};
    if (call.arguments()[static_cast<size_t>(rule.at[3]) + 2].integer <= 0) return {};
  } else {
    OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 2));
    OPENACLNN_RETURN_IF_ERROR(CheckSteps(call, rule));
    for (const int64_t dim : *call.Given(rule, 2).integers) {
      if (whole.empty() || !AxisAt(dim, whole)) return {};
    }
  }
  output.shape = Sliced(whole, SlicesOf(rule, call.arguments()));
  return {};
}

}  // namespace

AxisSlices SlicesOf(const Rule& rule, std::span<const Argument> arguments) {
  const auto at = [&](int k, int behind) -> const Argument& {
    return arguments[static_cast<size_t>(rule.at[k] + behind)];
  };
  const Dims& whole = at(1, 0).tensor->shape;
  if (rule.Is(rules::kSlicedShape)) {
    return {
        SliceAlong(whole, at(2, 0).integer, at(3, 0).integer, at(3, 1).integer, at(3, 2).integer)};
  }
  const std::vector<int64_t>&axes = *at(2, 0).integers, &steps = *at(2, 1).integers;
  const std::vector<int64_t>&starts = *at(3, 0).integers, &ends = *at(3, 1).integers;
  AxisSlices slices;
  for (size_t i = 0; i < axes.size(); ++i) {
    slices.push_back(SliceAlong(whole, axes[i], starts[i], ends[i], steps[i]));
  }
  return slices;
}

namespace rules {

constinit const RuleType kSlicedShape = {
    .name = "SlicedShape",
    .check = CheckSliced,
    .sentence = {"The shape of {a} is that of {b} with the places along the axis {c} from {d} on, "
                 "up to end and not end itself, each step."},
    .infer = InferSliced,
};

constinit const RuleType kSlicedShapes = {
    .name = "SlicedShapes",
    .check = CheckSliced,
    .sentence = {"The shape of {a} is that of {b} with the places along the axes in {c} from {d} "
                 "on, up to ends and not the ends themselves, each step; steps are above 0."},
    .infer = InferSliced,
};

}  // namespace rules
}  // namespace openaclnn
