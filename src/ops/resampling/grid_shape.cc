#include "ops/resampling/grid_shape.h"

#include <algorithm>
#include <vector>

#include "engine/rules/infer.h"

namespace openaclnn {
namespace {

Status ShapeOfSamples(const RuleCall& call, const Rule& rule, Dims& shape) {
  const auto axes = static_cast<size_t>(rule.numbers[0]);
  const Dims &input = call.At(rule, 1).shape, &grid = call.At(rule, 2).shape;
  for (int k = 1; k < 3; ++k) {
    const Dims& given = call.At(rule, k).shape;
    if (given.size() == axes + 2) continue;
    return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected {}", rule.names[k],
                   given.size(), ShapeText(given), axes + 2);
  }
  if (std::count(input.end() - static_cast<long>(axes), input.end(), 0) > 0) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected elements along the last {} axes",
                   rule.names[1], ShapeText(input), axes);
  }
  if (grid[0] != input[0] || grid.back() != static_cast<int64_t>(axes)) {
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected {} along the first axis, as {} has, and {} along the "
                   "last one",
                   rule.names[2], ShapeText(grid), input[0], rule.names[1], axes);
  }
  shape = input;
  std::copy_n(grid.begin() + 1, axes, shape.begin() + 2);
  return {};
}
Status CheckGridShape(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(ShapeOfSamples(call, rule, expected));
  const Dims& given = call.At(rule, 0).shape;
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, that of {} with the samples of {}", rule.names[0],
                 ShapeText(given), ShapeText(expected), rule.names[1], rule.names[2]);
}
Status InferGridShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  for (int k = 1; k < 3; ++k) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  return ShapeOfSamples(call, rule, output.shape);
}

Status ShapeOfPlaces(const RuleCall& call, const Rule& rule, Dims& shape) {
  const Dims& theta = call.At(rule, 1).shape;
  const std::vector<int64_t>& size = *call.Given(rule, 2).integers;
  if (size.size() != 4 && size.size() != 5) {
    return Invalid(ErrorKind::kValue, "{}: has {} numbers, expected 4 or 5", rule.names[2],
                   size.size());
  }
  for (const int64_t number : size) {
    if (number >= 0) continue;
    return Invalid(ErrorKind::kValue, "{}: has {}, expected no negative numbers", rule.names[2],
                   number);
  }
  const auto axes = static_cast<int64_t>(size.size()) - 2;
  const Dims expected = {size[0], axes, axes + 1};
  if (theta != expected) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, a matrix for each of {}",
                   rule.names[1], ShapeText(theta), ShapeText(expected), rule.names[2]);
  }
  shape.assign(size.begin() + 2, size.end());
  shape.insert(shape.begin(), size[0]);
  shape.push_back(axes);
  return {};
}
Status CheckAffineShape(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(ShapeOfPlaces(call, rule, expected));
  const Dims& given = call.At(rule, 0).shape;
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the places of {}", rule.names[0],
                 ShapeText(given), ShapeText(expected), rule.names[2]);
}
Status InferAffineShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  for (int k = 1; k < 3; ++k) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  return ShapeOfPlaces(call, rule, output.shape);
}

}  // namespace

namespace rules {

constinit const RuleType kGridShape = {
    .name = "GridShape",
    .check = CheckGridShape,
    .sentence = {"{b} has two axes and {first} of space, with elements. {c} has the same batches, "
                 "and {first} numbers for each sample. The shape of {a} is that of {b} with the "
                 "samples in space."},
    .infer = InferGridShape,
};

constinit const RuleType kAffineShape = {
    .name = "AffineShape",
    .check = CheckAffineShape,
    .sentence = {"{c} has the batches, the channels and two or three sizes of space; {b} has a "
                 "matrix for each batch. {a} has as many numbers for each place in space."},
    .infer = InferAffineShape,
};

}  // namespace rules
}  // namespace openaclnn
