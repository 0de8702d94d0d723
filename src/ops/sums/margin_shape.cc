#include "ops/sums/margin_shape.h"

#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

Status CheckMarginTargets(const RuleCall& call, const Rule& rule) {
  const Tensor& targets = call.At(rule, 0);
  const Dims& scores = call.At(rule, 1).shape;
  if (scores.size() > 2) {
    return Invalid(ErrorKind::kRank, "{}: shape is {}, expected at most two axes", rule.names[1],
                   ShapeText(scores));
  }
  if (!scores.empty() && scores.back() == 0) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected at least one class", rule.names[1],
                   ShapeText(scores));
  }
  const int64_t classes = scores.empty() ? 1 : scores.back();
  const bool is_row = targets.shape.size() <= 1 && targets.extent.elements == classes;
  if (scores.size() == 2 ? targets.shape == scores : is_row) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the shape of {}", rule.names[0],
                 ShapeText(targets.shape), ShapeText(scores), rule.names[1]);
}

Status CheckMarginLossShape(const RuleCall& call, const Rule& rule) {
  const Tensor& loss = call.At(rule, 0);
  const Dims& scores = call.At(rule, 1).shape;
  if (scores.size() == 2 && call.Given(rule, 2).integer == 0) {
    if (loss.shape == Dims{scores[0]}) return {};
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [{}], as {} is 0", rule.names[0],
                   ShapeText(loss.shape), scores[0], rule.names[2]);
  }
  if (loss.shape.size() <= 1 && loss.extent.elements == 1) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [] or [1], as there is one loss",
                 rule.names[0], ShapeText(loss.shape));
}
Status InferMarginLossShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  const Dims& scores = call.At(rule, 1).shape;
  output.shape.clear();
  if (scores.size() == 2 && call.Given(rule, 2).integer == 0) output.shape = {scores[0]};
  return {};
}

Status CheckMarginMask(const RuleCall& call, const Rule& rule) {
  const Tensor &mask = call.At(rule, 0), &targets = call.At(rule, 1);
  const bool has_none = targets.extent.elements == 0;
  if (has_none && mask.extent.elements == 0 && mask.shape.size() <= 2) return {};
  if (mask.shape == targets.shape) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the shape of {}", rule.names[0],
                 ShapeText(mask.shape), ShapeText(targets.shape), rule.names[1]);
}
Status InferMarginMask(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.shape = call.At(rule, 1).shape;
  return {};
}

}  // namespace

namespace rules {

constinit const RuleType kMarginTargets = {
    .name = "MarginTargets",
    .check = CheckMarginTargets,
    .sentence = {"{b} has at most two axes, the last one of at least one class, and {a} the same "
                 "shape."},
};

constinit const RuleType kMarginLossShape = {
    .name = "MarginLossShape",
    .check = CheckMarginLossShape,
    .sentence = {"{a} has an element for each row of {b} if {c} is 0 and {b} has two axes, else "
                 "one, along at most one axis."},
    .infer = InferMarginLossShape,
};

constinit const RuleType kMarginMask = {
    .name = "MarginMask",
    .check = CheckMarginMask,
    .sentence = {"The shape of {a} is that of {b}; without elements {a} may have up to two axes."},
    .infer = InferMarginMask,
};

}  // namespace rules
}  // namespace openaclnn
