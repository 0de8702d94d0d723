#include "ops/attention/projected_shape.h"

#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"
#include "ops/attention/attention_shape.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

Status CheckProjections(const RuleCall& call, const Rule& rule, int of_qkv, int of_heads) {
  const Dims& qkv = call.At(rule, of_qkv).shape;
  const int64_t heads = call.Given(rule, of_heads).integer;
  if (heads <= 0) {
    return Invalid(ErrorKind::kValue, "{}: is {}, expected at least 1", rule.names[of_heads],
                   heads);
  }
  if (qkv.size() == 3 && qkv[2] > 0 && qkv[2] % 3 == 0 && qkv[2] / 3 % heads == 0) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected [B,T,3 * {} * D]",
                 rule.names[of_qkv], ShapeText(qkv), heads);
}

Status CheckProjectedShapes(const RuleCall& call, const Rule& rule) {
  OPENACLNN_RETURN_IF_ERROR(CheckProjections(call, rule, 0, 2));
  const Dims &bias = call.At(rule, 1).shape, expected = {call.At(rule, 0).shape[2]};
  if (bias == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}", rule.names[1], ShapeText(bias),
                 ShapeText(expected));
}

Dims ProjectionOf(const RuleCall& call, const Rule& rule) {
  const Dims& qkv = call.At(rule, 1).shape;
  const int64_t heads = call.Given(rule, 2).integer;
  return {qkv[0], heads, qkv[1], qkv[2] / 3 / heads};
}
Status CheckProjection(const RuleCall& call, const Rule& rule) {
  return CheckShape(call, rule, ProjectionOf(call, rule));
}
Status InferProjection(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  OPENACLNN_RETURN_IF_ERROR(CheckProjections(call, rule, 1, 2));
  output.shape = ProjectionOf(call, rule);
  return {};
}

}  // namespace

namespace rules {

constinit const RuleType kProjectedShapes = {
    .name = "ProjectedShapes",
    .check = CheckProjectedShapes,
    .sentence = {"The shape of {a} is [B, T, 3 N D], where N is {c}, and that of {b} is [3 N D]."},
};

constinit const RuleType kShapeOfProjection = {
    .name = "ShapeOfProjection",
    .check = CheckProjection,
    .sentence = {"The shape of {a} is [B, N, T, D], where {b} is [B, T, 3 N D] and N is {c}."},
    .infer = InferProjection,
};

}  // namespace rules
}  // namespace openaclnn
