#include "ops/index/bag_shape.h"

#include "base/settings.h"
#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

bool IsOnAscend950() { return GetSettings().chip == Chip::kAscend950; }

Status CheckBagAxes(const RuleCall& call, const Rule& rule, int k, size_t least, size_t most) {
  const Dims& shape = call.At(rule, k).shape;
  if (shape.size() >= least && shape.size() <= most) return {};
  return Invalid(ErrorKind::kRank, "{}: shape is {}, expected {} to {} axes", rule.names[k],
                 ShapeText(shape), least, most);
}

Status CheckBagCount(const RuleCall& call, const Rule& rule, int64_t expected) {
  const Tensor& given = call.At(rule, 0);
  if (given.extent.elements == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {} elements", rule.names[0],
                 ShapeText(given.shape), expected);
}

Status CheckBagIndices(const RuleCall& call, const Rule& rule) {
  OPENACLNN_RETURN_IF_ERROR(CheckBagAxes(call, rule, 0, 0, IsOnAscend950() ? 2 : 1));
  return CheckBagAxes(call, rule, 1, 0, 1);
}

Status CheckBagsShape(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &table = call.At(rule, 1).shape;
  const bool has_end = call.Given(rule, 3).flag;
  const int64_t bags = call.At(rule, 2).extent.elements - (has_end ? 1 : 0);
  if (bags < 0) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected an element, as {} is true",
                   rule.names[2], ShapeText(call.At(rule, 2).shape), rule.names[3]);
  }
  const Dims expected = {bags, table[1]};
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, a row of {} for each bag",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1]);
}
Status InferBagsShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  for (const int k : {1, 2}) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  const Dims& table = call.At(rule, 1).shape;
  if (table.size() != 2) return {};
  const int64_t end = call.Given(rule, 3).flag ? 1 : 0;
  output.shape = {call.At(rule, 2).extent.elements - end, table[1]};
  return {};
}

Status CheckBagOfEach(const RuleCall& call, const Rule& rule) {
  OPENACLNN_RETURN_IF_ERROR(CheckBagAxes(call, rule, 0, 0, 1));
  if (call.At(rule, 0).extent.elements == 0) return {};
  return CheckBagCount(call, rule, call.At(rule, 1).extent.elements);
}

Status CheckBagSizes(const RuleCall& call, const Rule& rule) {
  OPENACLNN_RETURN_IF_ERROR(CheckBagAxes(call, rule, 0, 0, 1));
  return CheckBagCount(
      call, rule, IsOnAscend950() ? call.At(rule, 2).extent.elements : call.At(rule, 1).shape[0]);
}

Status CheckBagRows(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &out = call.At(rule, 1).shape;
  const int64_t mode = call.Given(rule, 2).integer;
  if (mode != 0 && mode != 1) {
    if (given == out) return {};
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, that of {}, as {} is {}",
                   rule.names[0], ShapeText(given), ShapeText(out), rule.names[1], rule.names[2],
                   mode);
  }
  if (IsOnAscend950()) return CheckBagAxes(call, rule, 0, 0, 2);
  OPENACLNN_RETURN_IF_ERROR(CheckBagAxes(call, rule, 0, 0, 1));
  return CheckBagCount(call, rule, out[0]);
}

Status CheckBagWeights(const RuleCall& call, const Rule& rule) {
  OPENACLNN_RETURN_IF_ERROR(CheckBagAxes(call, rule, 0, 1, IsOnAscend950() ? 2 : 1));
  OPENACLNN_RETURN_IF_ERROR(CheckBagCount(call, rule, call.At(rule, 1).extent.elements));
  const int64_t mode = call.Given(rule, 2).integer;
  if (mode == 0 || IsOnAscend950()) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected 0, as {} is given", rule.names[2], mode,
                 rule.names[0]);
}

}  // namespace

namespace rules {

constinit const RuleType kBagIndices = {
    .name = "BagIndices",
    .check = CheckBagIndices,
    .sentence = {"{a} and {b} have at most one axis; on Ascend950 {a} may have two."},
};

constinit const RuleType kBagsShape = {
    .name = "BagsShape",
    .check = CheckBagsShape,
    .sentence = {"{a} has a row as long as those of {b} for each element of {c}, except for "
                 "the last one if {d}."},
    .infer = InferBagsShape,
};

constinit const RuleType kBagOfEach = {
    .name = "BagOfEach",
    .check = CheckBagOfEach,
    .sentence = {"{a} has at most one axis, and as many elements as {b}, or none."},
};

constinit const RuleType kBagSizes = {
    .name = "BagSizes",
    .check = CheckBagSizes,
    .sentence = {"{a} has at most one axis, and as many elements as {b} has rows, or on Ascend950 "
                 "as {c} has elements."},
};

constinit const RuleType kBagRows = {
    .name = "BagRows",
    .check = CheckBagRows,
    .sentence = {"{a} has the shape of {b} if {c} is neither 0 nor 1. Else it has at most one "
                 "axis, and as many elements as {b} has rows, or on Ascend950 any number."},
};

constinit const RuleType kBagWeights = {
    .name = "BagWeights",
    .check = CheckBagWeights,
    .sentence = {"{a} has one axis, or on Ascend950 two, and as many elements as {b}. On other "
                 "products {c} is 0 if {a} is given."},
};

}  // namespace rules
}  // namespace openaclnn
