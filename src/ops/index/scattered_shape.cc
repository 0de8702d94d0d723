#include "ops/index/scattered_shape.h"

#include "engine/rules/rule_call.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

Status CheckScatteredNdShape(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &table = call.At(rule, 1).shape;
  const Dims& indices = call.At(rule, 2).shape;
  const auto rank = static_cast<int64_t>(table.size());
  if (indices.back() < 1 || indices.back() > rank) {
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected 1 to {} along the last axis, the rank of {}",
                   rule.names[2], ShapeText(indices), rank, rule.names[1]);
  }
  Dims expected(indices.begin(), indices.end() - 1);
  expected.insert(expected.end(), table.begin() + indices.back(), table.end());
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, that of {} (shape {}) at {} (shape {})",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1],
                 ShapeText(table), rule.names[2], ShapeText(indices));
}

}  // namespace

namespace rules {

constinit const RuleType kScatteredNdShape = {
    .name = "ScatteredNdShape",
    .check = CheckScatteredNdShape,
    .sentence = {"The last axis of {c} has a place for each of the first axes of {b}. The shape of "
                 "{a} is that of {c} without it and, behind, that of {b} without those."},
};

}  // namespace rules
}  // namespace openaclnn
