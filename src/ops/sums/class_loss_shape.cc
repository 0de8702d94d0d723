#include "ops/sums/class_loss_shape.h"

#include <string_view>

#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

constexpr std::string_view kNoReduction = "none";

Status CheckLossOfClasses(const RuleCall& call, const Rule& rule) {
  const Tensor& loss = call.At(rule, 0);
  const Dims& target = call.At(rule, 1).shape;
  if (call.Given(rule, 2).text == kNoReduction) {
    if (loss.shape == target) return {};
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the shape of {}, as {} is {}",
                   rule.names[0], ShapeText(loss.shape), ShapeText(target), rule.names[1],
                   rule.names[2], kNoReduction);
  }
  if (loss.shape.size() <= 1 && loss.extent.elements == 1) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [] or [1], as there is one loss",
                 rule.names[0], ShapeText(loss.shape));
}
Status InferLossOfClasses(const RuleCall& call, const Rule& rule, Inferred& output) {
  output.shape = {1};
  const char* const text = call.Given(rule, 2).text;
  if (text == nullptr || text != kNoReduction) return {};
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.shape = call.At(rule, 1).shape;
  return {};
}

Status CheckShareOfClasses(const RuleCall& call, const Rule& rule) {
  const double share = call.Number(rule, 0).nearest;
  if (share >= 0 && share <= 1) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected 0 to 1", rule.names[0], share);
}

Status CheckNoShareOfClasses(const RuleCall& call, const Rule& rule) {
  const double share = call.Number(rule, 0).nearest;
  if (share == 0) return {};
  return Invalid(ErrorKind::kValue, "{}: is {}, expected 0", rule.names[0], share);
}

}  // namespace

namespace rules {

constinit const RuleType kLossOfClasses = {
    .name = "LossOfClasses",
    .check = CheckLossOfClasses,
    .sentence = {"The shape of {a} is that of {b} if {c} is \"none\", else {a} has one element, "
                 "along at most one axis."},
    .infer = InferLossOfClasses,
};

constinit const RuleType kShareOfClasses = {
    .name = "ShareOfClasses",
    .check = CheckShareOfClasses,
    .sentence = {"{a} is from 0 to 1."},
};

constinit const RuleType kNoShareOfClasses = {
    .name = "NoShareOfClasses",
    .check = CheckNoShareOfClasses,
    .sentence = {"{a} is 0."},
};

}  // namespace rules
}  // namespace openaclnn
