#include "ops/resampling/region_shape.h"

#include <algorithm>

#include "engine/rules/infer.h"

namespace openaclnn {
namespace {

Status ShapeOfRegions(const RuleCall& call, const Rule& rule, Dims& shape) {
  const Dims &images = call.At(rule, 1).shape, &boxes = call.At(rule, 2).shape;
  const int64_t numbers = rule.numbers[1];
  if (images.size() != 4) {
    return Invalid(ErrorKind::kRank, "{}: rank is {} (shape {}), expected 4", rule.names[1],
                   images.size(), ShapeText(images));
  }
  if (boxes.size() != 2 || boxes[1] != numbers) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected rows of {} numbers", rule.names[2],
                   ShapeText(boxes), numbers);
  }
  const bool needs_elements = static_cast<Images>(rule.numbers[2]) == Images::kElements;
  if (needs_elements && (images[0] == 0 || images[2] == 0 || images[3] == 0)) {
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected images, with elements along the last two axes",
                   rule.names[1], ShapeText(images));
  }
  shape = {boxes[0], images[1]};
  for (int i = 0; i < 2; ++i) {
    const auto at = static_cast<size_t>(rule.at[3] + i);
    const int64_t size = call.arguments()[at].integer;
    if (size < 0) {
      return Invalid(ErrorKind::kValue, "{}: is {}, expected a size of at least 0",
                     call.spec().arguments[at].name, size);
    }
    shape.push_back(size);
  }
  return {};
}
Status CheckRegionShape(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(ShapeOfRegions(call, rule, expected));
  const Dims& given = call.At(rule, 0).shape;
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, for the {} of {} (shape {})",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[2], rule.names[1],
                 ShapeText(call.At(rule, 1).shape));
}
Status InferRegionShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  for (int k = 1; k < 4; ++k) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  return ShapeOfRegions(call, rule, output.shape);
}

Status CheckImageOfEach(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &boxes = call.At(rule, 1).shape;
  if (given.size() == 1 && !boxes.empty() && given[0] == boxes[0]) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected one element for each row of {} (shape {})",
                 rule.names[0], ShapeText(given), rule.names[1], ShapeText(boxes));
}

}  // namespace

namespace rules {

constinit const RuleType kRegionShape = {
    .name = "RegionShape",
    .check = CheckRegionShape,
    .sentence = {"{b} has 4 axes, and {c} {second} numbers for each region. The shape of {a} is "
                 "that of {b} with a place for each region, and the sizes that {d} and the integer "
                 "behind it say."},
    .infer = InferRegionShape,
};

constinit const RuleType kImageOfEach = {
    .name = "ImageOfEach",
    .check = CheckImageOfEach,
    .sentence = {"{a} has one axis, and an element for each row of {b}."},
};

}  // namespace rules
}  // namespace openaclnn
