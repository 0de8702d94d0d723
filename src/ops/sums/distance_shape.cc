#include "ops/sums/distance_shape.h"

#include <cmath>
#include <optional>

#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"
#include "tensor/broadcast.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

constexpr size_t kMostDistanceAxes = 8;

Dims AxesBeforeRows(const Dims& shape) { return Dims(shape.begin(), shape.end() - 2); }

Status CheckDistances(const RuleCall& call, const Rule& rule, int first) {
  const Dims &x1 = call.At(rule, first).shape, &x2 = call.At(rule, first + 1).shape;
  for (const int k : {first, first + 1}) {
    const Dims& shape = call.At(rule, k).shape;
    if (shape.size() >= 2 && shape.size() <= kMostDistanceAxes) continue;
    return Invalid(ErrorKind::kRank, "{}: shape is {}, expected 2 to {} axes", rule.names[k],
                   ShapeText(shape), kMostDistanceAxes);
  }
  if (x1.back() == x2.back() && Broadcast(AxesBeforeRows(x1), AxesBeforeRows(x2))) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected rows of {} elements, whose axes before broadcast with "
                 "those of {} (shape {})",
                 rule.names[first + 1], ShapeText(x2), x1.back(), rule.names[first], ShapeText(x1));
}
Status CheckDistanceRows(const RuleCall& call, const Rule& rule) {
  return CheckDistances(call, rule, 0);
}

Dims ShapeOfDistances(const Dims& x1, const Dims& x2) {
  Dims shape = *Broadcast(AxesBeforeRows(x1), AxesBeforeRows(x2));
  shape.push_back(x1[x1.size() - 2]);
  shape.push_back(x2[x2.size() - 2]);
  return shape;
}

Status CheckDistanceShape(const RuleCall& call, const Rule& rule) {
  const Dims& given = call.At(rule, 0).shape;
  const Dims expected = ShapeOfDistances(call.At(rule, 1).shape, call.At(rule, 2).shape);
  if (given == expected) return {};
  return Invalid(
      ErrorKind::kShape, "{}: shape is {}, expected {}, a number for each two rows of {} and {}",
      rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1], rule.names[2]);
}
Status InferDistanceShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  for (const int k : {1, 2}) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  OPENACLNN_RETURN_IF_ERROR(CheckDistances(call, rule, 1));
  output.shape = ShapeOfDistances(call.At(rule, 1).shape, call.At(rule, 2).shape);
  return {};
}

// The pairs of so many rows, INT64_MAX if there are more.
int64_t CountPairs(int64_t rows) {
  int64_t pairs;
  const bool is_odd = rows % 2 != 0;
  const int64_t half = is_odd ? (rows - 1) / 2 : rows / 2, other = is_odd ? rows : rows - 1;
  return __builtin_mul_overflow(half, other, &pairs) ? INT64_MAX : pairs;
}

Status CheckPairShape(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &self = call.At(rule, 1).shape;
  const int64_t pairs = CountPairs(self[0]);
  if (given == Dims{pairs}) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected [{}], a number for each pair of {} rows", rule.names[0],
                 ShapeText(given), pairs, self[0]);
}
Status InferPairShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  const Dims& self = call.At(rule, 1).shape;
  if (self.size() == 2) output.shape = {CountPairs(self[0])};
  return {};
}

Status CheckDistanceGradient(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &x1 = call.At(rule, 1).shape,
             &x2 = call.At(rule, 2).shape;
  if (x1.size() != given.size() || x2.size() != given.size()) {
    return Invalid(ErrorKind::kRank,
                   "{}, {} and {}: shapes are {}, {} and {}, expected as many axes", rule.names[0],
                   rule.names[1], rule.names[2], ShapeText(given), ShapeText(x1), ShapeText(x2));
  }
  OPENACLNN_RETURN_IF_ERROR(CheckDistances(call, rule, 1));
  const Dims expected = ShapeOfDistances(x1, x2);
  if (AxesBeforeRows(expected) != AxesBeforeRows(x1)) {
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected axes before the last two that broadcast to those of "
                   "{} (shape {})",
                   rule.names[2], ShapeText(x2), rule.names[1], ShapeText(x1));
  }
  return CheckDistanceShape(call, rule);
}

Status CheckModeOfPower(const RuleCall& call, const Rule& rule) {
  const int64_t mode = call.Given(rule, 0).integer;
  const double power = call.Number(rule, 1).nearest;
  if (mode == 2 || !(std::fabs(power - 2) < 1e-6)) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected 2, as {} is 2", rule.names[0], mode,
                 rule.names[1]);
}

Status CheckPowerOfDistance(const RuleCall& call, const Rule& rule) {
  const double power = call.Number(rule, 0).nearest;
  if (!(power < 0) || power == -1) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected 0 or more, or -1 for inf", rule.names[0],
                 power);
}

}  // namespace

namespace rules {

constinit const RuleType kDistanceRows = {
    .name = "DistanceRows",
    .check = CheckDistanceRows,
    .sentence = {"{a} and {b} have two to eight axes and rows of one length. The axes before the "
                 "last two broadcast."},
};

constinit const RuleType kDistanceShape = {
    .name = "DistanceShape",
    .check = CheckDistanceShape,
    .sentence = {"The shape of {a} is that of the axes of {b} and {c} before the last two, which "
                 "broadcast, and then the rows of {b} and those of {c}."},
    .infer = InferDistanceShape,
};

constinit const RuleType kPairShape = {
    .name = "PairShape",
    .check = CheckPairShape,
    .sentence = {"{a} has one axis, with a number for each pair of rows of {b}."},
    .infer = InferPairShape,
};

constinit const RuleType kDistanceGradient = {
    .name = "DistanceGradient",
    .check = CheckDistanceGradient,
    .sentence = {"{a}, {b} and {c} have as many axes. {b} and {c} have rows of one length, and "
                 "{a} a number for each two of them. The axes before the last two are those of "
                 "{b}, to which those of {c} broadcast."},
};

constinit const RuleType kModeOfPower = {
    .name = "ModeOfPower",
    .check = CheckModeOfPower,
    .sentence = {"{a} is 2 if {b} is."},
};

constinit const RuleType kPowerOfDistance = {
    .name = "PowerOfDistance",
    .check = CheckPowerOfDistance,
    .sentence = {"{a} is not below 0, except for -1."},
};

}  // namespace rules
}  // namespace openaclnn
