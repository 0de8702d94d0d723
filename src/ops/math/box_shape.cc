#include "ops/math/box_shape.h"

#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

constexpr int64_t kNumbersOfBox = 4;

bool AreBoxes(const Dims& shape) { return shape.size() == 2 && shape[1] == kNumbersOfBox; }

Dims ShapeOfOverlapsOf(const RuleCall& call, const Rule& rule) {
  const bool are_aligned = call.Given(rule, 3).flag;
  return {call.At(rule, 1).shape[0], are_aligned ? 1 : call.At(rule, 2).shape[0]};
}

Status CheckShapeOfOverlaps(const RuleCall& call, const Rule& rule) {
  for (const int k : {1, 2}) {
    const Dims& boxes = call.At(rule, k).shape;
    if (AreBoxes(boxes)) continue;
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected rows of {} numbers", rule.names[k],
                   ShapeText(boxes), kNumbersOfBox);
  }
  const Dims &first = call.At(rule, 1).shape, &second = call.At(rule, 2).shape;
  if (call.Given(rule, 3).flag && first != second) {
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected {}, the shape of {}, as {} is true", rule.names[2],
                   ShapeText(second), ShapeText(first), rule.names[1], rule.names[3]);
  }
  const Dims &given = call.At(rule, 0).shape, expected = ShapeOfOverlapsOf(call, rule);
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, for {} (shape {}) and {} (shape {})", rule.names[0],
                 ShapeText(given), ShapeText(expected), rule.names[1], ShapeText(first),
                 rule.names[2], ShapeText(second));
}

Status InferShapeOfOverlaps(const RuleCall& call, const Rule& rule, Inferred& output) {
  for (const int k : {1, 2}) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  if (!AreBoxes(call.At(rule, 1).shape) || !AreBoxes(call.At(rule, 2).shape)) return {};
  output.shape = ShapeOfOverlapsOf(call, rule);
  return {};
}

}  // namespace

namespace rules {

constinit const RuleType kShapeOfOverlaps = {
    .name = "ShapeOfOverlaps",
    .check = CheckShapeOfOverlaps,
    .sentence =
        {"For {b} [m, 4] and {c} [n, 4], {a} is [m, n], or [m, 1] if {d} is true; then m is "
         "n."},
    .infer = InferShapeOfOverlaps,
};

}  // namespace rules
}  // namespace openaclnn
