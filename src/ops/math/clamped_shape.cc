#include "ops/math/clamped_shape.h"

#include <optional>
#include <string>
#include <utility>

#include "base/status.h"
#include "engine/op_spec.h"
#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"
#include "tensor/broadcast.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

// The shape to which the operands that are given broadcast; nothing if there is none.
std::optional<Dims> ShapeOfGiven(const RuleCall& call) {
  std::optional<Dims> common = Dims();
  for (const int8_t at : call.spec().operands_at) {
    if (at < 0 || !common) break;
    const Tensor* const operand = call.arguments()[static_cast<size_t>(at)].tensor;
    if (operand != nullptr) common = Broadcast(*common, operand->shape);
  }
  return common;
}

Status CheckClampedShape(const RuleCall& call, const Rule& rule) {
  const Dims& given = call.At(rule, 0).shape;
  const std::optional<Dims> expected = ShapeOfGiven(call);
  if (expected && given == *expected) return {};
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected {}, the broadcast shape of {} and the given bounds",
                 rule.names[0], ShapeText(given),
                 expected ? ShapeText(*expected) : std::string("none"), rule.names[1]);
}

Status InferClampedShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  std::optional<Dims> common = ShapeOfGiven(call);
  if (!common) {
    return Error(ErrorKind::kBroadcast, ACL_ERROR_INVALID_PARAM,
                 "{}: {} and the given bounds have no common broadcast shape", call.spec().name,
                 rule.names[1]);
  }
  output.shape = std::move(*common);
  return {};
}

}  // namespace

namespace rules {

constinit const RuleType kClampedShape = {
    .name = "ClampedShape",
    .check = CheckClampedShape,
    .sentence = {"The shape of {a} is what those of {b} and the given bounds broadcast to."},
    .python_sentence = {"{a} has the shape to which {b} and the given bounds broadcast."},
    .infer = InferClampedShape,
};

}  // namespace rules
}  // namespace openaclnn
