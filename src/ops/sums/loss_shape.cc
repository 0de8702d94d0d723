#include "ops/sums/loss_shape.h"

#include <optional>

#include "base/dtype.h"
#include "engine/rules/infer.h"
#include "tensor/broadcast.h"

namespace openaclnn {
namespace {

Status CheckLossShape(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &of_each = call.At(rule, 1).shape;
  const int64_t reduction = call.Given(rule, 2).integer;
  if (reduction == 0 && !of_each.empty()) {
    if (given == of_each) return {};
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the shape of {}, as {} is 0",
                   rule.names[0], ShapeText(given), ShapeText(of_each), rule.names[1],
                   rule.names[2]);
  }
  if (given.empty() || given == Dims{1}) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [] or [1], as there is one loss",
                 rule.names[0], ShapeText(given));
}

Status InferLossShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  output.shape.clear();
  if (call.Given(rule, 2).integer != 0) return {};
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.shape = call.At(rule, 1).shape;
  return {};
}

// LossShapeOfBoth

Status CheckLossShapeOfBoth(const RuleCall& call, const Rule& rule) {
  const Dims& given = call.At(rule, 0).shape;
  if (call.Given(rule, 3).integer == 0) {
    const Dims expected = *Broadcast(call.At(rule, 1).shape, call.At(rule, 2).shape);
    if (given == expected) return {};
    return Invalid(ErrorKind::kShape,
                   "{}: shape is {}, expected {}, the broadcast shape of {} and {}, as {} is 0",
                   rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1],
                   rule.names[2], rule.names[3]);
  }
  const bool may_have_axis = rule.numbers[0] > 0;
  if (given.empty() || (may_have_axis && given == Dims{1})) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, as there is one loss",
                 rule.names[0], ShapeText(given), may_have_axis ? "[] or [1]" : "[]");
}

Status InferLossShapeOfBoth(const RuleCall& call, const Rule& rule, Inferred& output) {
  output.shape.clear();
  if (call.Given(rule, 3).integer != 0) return {};
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 2));
  const std::optional<Dims> common = Broadcast(call.At(rule, 1).shape, call.At(rule, 2).shape);
  if (!common) {
    return Error(ErrorKind::kBroadcast, ACL_ERROR_INVALID_PARAM,
                 "{}: {} and {} have no common broadcast shape", call.spec().name, rule.names[1],
                 rule.names[2]);
  }
  output.shape = *common;
  return {};
}

// LossShapeAlongFirst

Dims AlongFirst(const Dims& common, int64_t reduction) {
  const bool keeps = reduction == 0 || common.empty();
  return Dims(common.begin() + (keeps ? 0 : 1), common.end());
}

Status CheckLossShapeAlongFirst(const RuleCall& call, const Rule& rule) {
  const Dims& given = call.At(rule, 0).shape;
  const int64_t reduction = call.Given(rule, 3).integer;
  const Dims common = *Broadcast(call.At(rule, 1).shape, call.At(rule, 2).shape);
  const Dims expected = AlongFirst(common, reduction);
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, the broadcast shape of {} and {}{}, as {} is {}",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1], rule.names[2],
                 reduction == 0 ? "" : " without its first axis", rule.names[3], reduction);
}

Status InferLossShapeAlongFirst(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 2));
  const std::optional<Dims> common = Broadcast(call.At(rule, 1).shape, call.At(rule, 2).shape);
  if (common) output.shape = AlongFirst(*common, call.Given(rule, 3).integer);
  return {};
}

// LossOfIntegers

Status CheckLossOfIntegers(const RuleCall& call, const Rule& rule) {
  const bool is_mean = call.Given(rule, 0).integer == kMean;
  if (!is_mean || ClassOf(*call.PromotedFrom(rule, 1)) == DtypeClass::kFloat) return {};
  return Invalid(ErrorKind::kValue, "{}: is 1, a mean, expected 0 or 2, as {} and {} are integers",
                 rule.names[0], rule.names[1], rule.names[2]);
}

// ShapeOfPixels, ClassesOf

Status CheckShapeOfPixels(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &images = call.At(rule, 1).shape;
  const Dims expected = {images[0], images[2], images[3]};
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, that of {} (shape {}) without "
                 "axis 1",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1],
                 ShapeText(images));
}

Status CheckClassesOf(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &images = call.At(rule, 1).shape;
  const Dims expected = {images[1]};
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, the size of {} (shape {}) along "
                 "axis 1",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1],
                 ShapeText(images));
}

}  // namespace

namespace rules {

constinit const RuleType kLossShape = {
    .name = "LossShape",
    .check = CheckLossShape,
    .sentence = {"The shape of {a} is that of {b} if {c} is 0, else {a} has one element, along at "
                 "most one axis."},
    .python_sentence = {"{a} has the shape of {b} if {c} is 0, else one element, along at most one "
                        "axis."},
    .infer = InferLossShape,
};

constinit const RuleType kLossShapeOfBoth = {
    .name = "LossShapeOfBoth",
    .check = CheckLossShapeOfBoth,
    .sentence = {"The shape of {a} is the broadcast shape of {b} and {c} if {d} is 0, else {a} has "
                 "one element, along at most {axes}."},
    .python_sentence = {"{a} has the broadcast shape of {b} and {c} if {d} is 0, else one element, "
                        "along at most {axes}."},
    .infer = InferLossShapeOfBoth,
};

constinit const RuleType kLossShapeAlongFirst = {
    .name = "LossShapeAlongFirst",
    .check = CheckLossShapeAlongFirst,
    .sentence = {"The shape of {a} is the broadcast shape of {b} and {c}, without its first axis "
                 "unless {d} is 0."},
    .python_sentence = {"{a} has the broadcast shape of {b} and {c}, without its first axis unless "
                        "{d} is 0."},
    .infer = InferLossShapeAlongFirst,
};

constinit const RuleType kLossOfIntegers = {
    .name = "LossOfIntegers",
    .check = CheckLossOfIntegers,
    .sentence = {"{a} is not 1 where {b} and {c} are integers."},
};

constinit const RuleType kShapeOfPixels = {
    .name = "ShapeOfPixels",
    .check = CheckShapeOfPixels,
    .sentence = {"The shape of {a} is that of {b} without axis 1."},
    .python_sentence = {"{a} has the shape of {b} without axis 1."},
};

constinit const RuleType kClassesOf = {
    .name = "ClassesOf",
    .check = CheckClassesOf,
    .sentence = {"{a} has one axis, as long as axis 1 of {b}."},
};

}  // namespace rules
}  // namespace openaclnn
