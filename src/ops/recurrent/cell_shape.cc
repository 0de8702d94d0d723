#include "ops/recurrent/cell_shape.h"

#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

Status CheckAsGates(const RuleCall& call, const Rule& rule, const Dims& expected) {
  const Dims& given = call.At(rule, 0).shape;
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, as {} is {}", rule.names[0],
                 ShapeText(given), ShapeText(expected), rule.names[1],
                 ShapeText(call.At(rule, 1).shape));
}

// GatesShape

Dims GatesOfCell(const Dims& cell) { return {cell[0], kGatesOfLstm * cell[1]}; }

Status CheckGates(const RuleCall& call, const Rule& rule) {
  return CheckAsGates(call, rule, GatesOfCell(call.At(rule, 1).shape));
}

Status InferGates(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.shape = GatesOfCell(call.At(rule, 1).shape);
  return {};
}

// GateBias

Dims BiasOfCell(const Dims& cell) { return {kGatesOfLstm * cell[1]}; }

Status CheckGateBias(const RuleCall& call, const Rule& rule) {
  if (rule.at[2] >= 0 && !call.Given(rule, 2).flag) return {};
  return CheckAsGates(call, rule, BiasOfCell(call.At(rule, 1).shape));
}

Status InferGateBias(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  output.shape = BiasOfCell(call.At(rule, 1).shape);
  return {};
}

}  // namespace

namespace rules {

constinit const RuleType kGatesShape = {
    .name = "GatesShape",
    .check = CheckGates,
    .sentence = {"{a} has the rows of {b}, each four times as long."},
    .infer = InferGates,
};

constinit const RuleType kGateBias = {
    .name = "GateBias",
    .check = CheckGateBias,
    .sentence = {.text = "If {c} is true, {a} has one axis, four times as long as the rows of {b}.",
                 .without_c = "{a} has one axis, four times as long as the rows of {b}."},
    .infer = InferGateBias,
};

}  // namespace rules
}  // namespace openaclnn
