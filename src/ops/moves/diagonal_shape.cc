#include "ops/moves/diagonal_shape.h"

#include <algorithm>
#include <cstdint>

#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

// The square with so many elements on a diagonal.
Status SquareOf(const RuleCall& call, const Rule& rule, int64_t elements, Dims& shape) {
  const int64_t diagonal = call.Given(rule, 2).integer;
  int64_t beside, size;
  if (__builtin_sub_overflow(diagonal < 0 ? 0 : diagonal, diagonal < 0 ? diagonal : 0, &beside) ||
      __builtin_add_overflow(elements, beside, &size)) {
    return Invalid(ErrorKind::kValue, "{}: is {}, which is too far from the main diagonal",
                   rule.names[2], diagonal);
  }
  shape = {size, size};
  return {};
}

Status ShapeBeside(const RuleCall& call, const Rule& rule, Dims& shape) {
  const Tensor& other = call.At(rule, 1);
  if (other.shape.size() != 2) return SquareOf(call, rule, other.extent.elements, shape);
  const int64_t diagonal = call.Given(rule, 2).integer;
  const int64_t rows = other.shape[0], columns = other.shape[1];
  const bool is_beside = diagonal >= 0 ? diagonal >= columns : diagonal <= -rows;
  shape = {is_beside       ? 0
           : diagonal >= 0 ? std::min(rows, columns - diagonal)
                           : std::min(rows + diagonal, columns)};
  return {};
}
Status ShapeOfAll(const RuleCall& call, const Rule& rule, Dims& shape) {
  return SquareOf(call, rule, call.At(rule, 1).extent.elements, shape);
}

template <Status (*kShape)(const RuleCall&, const Rule&, Dims&)>
Status CheckShapeOf(const RuleCall& call, const Rule& rule) {
  Dims expected;
  OPENACLNN_RETURN_IF_ERROR(kShape(call, rule, expected));
  const Dims& given = call.At(rule, 0).shape;
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}, by {} (shape {}) and {}, {}",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1],
                 ShapeText(call.At(rule, 1).shape), rule.names[2], call.Given(rule, 2).integer);
}
template <Status (*kShape)(const RuleCall&, const Rule&, Dims&)>
Status InferShapeOf(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  return kShape(call, rule, output.shape);
}

Status CheckOneSizeBeyondMatrices(const RuleCall& call, const Rule& rule) {
  const Dims& shape = call.At(rule, 0).shape;
  const bool is_one =
      std::ranges::all_of(shape, [&shape](int64_t extent) { return extent == shape[0]; });
  if (shape.size() <= 2 || is_one) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected one size along all of its {} axes",
                 rule.names[0], ShapeText(shape), shape.size());
}

}  // namespace

namespace rules {

constinit const RuleType kDiagonalShape = {
    .name = "DiagonalShape",
    .check = CheckShapeOf<ShapeBeside>,
    .sentence =
        {"If {b} is a matrix, {a} has one axis, as long as the diagonal; otherwise {a} is a "
         "square with one row for each element of {b} and more by the size of {c}."},
    .infer = InferShapeOf<ShapeBeside>,
};

constinit const RuleType kDiagonalOfAll = {
    .name = "DiagonalOfAll",
    .check = CheckShapeOf<ShapeOfAll>,
    .sentence = {"{a} is a square with one row for each element of {b}, and more by the size of "
                 "{c}."},
    .infer = InferShapeOf<ShapeOfAll>,
};

constinit const RuleType kOneSizeBeyondMatrices = {
    .name = "OneSizeBeyondMatrices",
    .check = CheckOneSizeBeyondMatrices,
    .sentence = {"More than two axes of {a} have one size."},
};

}  // namespace rules
}  // namespace openaclnn
