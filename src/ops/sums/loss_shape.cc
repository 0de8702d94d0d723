#include "ops/sums/loss_shape.h"

#include "engine/rules/infer.h"

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

}  // namespace rules
}  // namespace openaclnn
