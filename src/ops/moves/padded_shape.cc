#include "ops/moves/padded_shape.h"

#include <algorithm>
#include <vector>

#include "engine/rules/infer.h"

namespace openaclnn {
namespace {

// Refuses what cannot be padded so; else sets the shape.
Status Pad(const RuleCall& call, const Rule& rule, Dims& shape) {
  const std::vector<int64_t>& pad = *call.Given(rule, 2).integers;
  const Dims& whole = call.At(rule, 1).shape;
  if (pad.size() % 2 != 0 || pad.size() > 2 * whole.size()) {
    return Invalid(ErrorKind::kValue,
                   "{}: has {} numbers, expected an even count up to {}, as the rank of {} is {} "
                   "(shape {})",
                   rule.names[2], pad.size(), 2 * whole.size(), rule.names[1], whole.size(),
                   ShapeText(whole));
  }
  shape = whole;
  bool is_empty = false;
  for (size_t i = 0; i < pad.size(); i += 2) {
    const size_t axis = whole.size() - 1 - i / 2;
    int64_t size = 0;
    const bool has_it = !__builtin_add_overflow(pad[i], pad[i + 1], &size) &&
                        !__builtin_add_overflow(size, whole[axis], &size);
    if (!has_it || size < 0 || std::min(pad[i], pad[i + 1]) < -whole[axis]) {
      return Invalid(ErrorKind::kValue,
                     "{}: has {} and {} for axis {} of {} (shape {}), expected a size of at least "
                     "0 after each",
                     rule.names[2], pad[i], pad[i + 1], axis, rule.names[1], ShapeText(whole));
    }
    shape[axis] = size;
    is_empty = is_empty || size == 0;
  }
  if (is_empty && std::ranges::any_of(pad, [](int64_t number) { return number > 0; })) {
    return Invalid(ErrorKind::kValue,
                   "{}: has {}, which is not below 1, though {} would have no elements (shape {})",
                   rule.names[2], *std::ranges::max_element(pad), rule.names[0], ShapeText(shape));
  }
  return {};
}

Status CheckPaddedShape(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(Pad(call, rule, expected));
  const Dims& given = call.At(rule, 0).shape;
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, the shape {} of {} with {}",
                 rule.names[0], ShapeText(given), ShapeText(expected),
                 ShapeText(call.At(rule, 1).shape), rule.names[1], rule.names[2]);
}

Status InferPaddedShape(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 2));
  return Pad(call, rule, output.shape);
}

}  // namespace

namespace rules {

constinit const RuleType kPaddedShape = {
    .name = "PaddedShape",
    .check = CheckPaddedShape,
    .sentence = {"{c} has pairs of numbers of elements, before and after an axis of {b}, from the "
                 "last axis on; negative ones are cut off. The shape of {a} follows. If it has no "
                 "elements, no number is positive."},
    .infer = InferPaddedShape,
};

}  // namespace rules
}  // namespace openaclnn
