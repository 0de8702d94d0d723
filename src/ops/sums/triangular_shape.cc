#include "ops/sums/triangular_shape.h"

#include <optional>

#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"
#include "tensor/broadcast.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

constexpr size_t kMostTriangularAxes = 8;

Dims AxesBeforeMatrix(const Dims& shape) { return Dims(shape.begin(), shape.end() - 2); }

Status CheckTriangular(const RuleCall& call, const Rule& rule, int of_right, int of_matrix) {
  const Dims &right = call.At(rule, of_right).shape, &matrix = call.At(rule, of_matrix).shape;
  for (const int k : {of_right, of_matrix}) {
    const Dims& shape = call.At(rule, k).shape;
    if (shape.size() >= 2 && shape.size() <= kMostTriangularAxes) continue;
    return Invalid(ErrorKind::kRank, "{}: shape is {}, expected 2 to {} axes", rule.names[k],
                   ShapeText(shape), kMostTriangularAxes);
  }
  const int64_t size = matrix.back();
  if (matrix[matrix.size() - 2] != size) {
    return Invalid(ErrorKind::kShape, "{}: shape is {}, expected square matrices",
                   rule.names[of_matrix], ShapeText(matrix));
  }
  if (right[right.size() - 2] == size &&
      Broadcast(AxesBeforeMatrix(right), AxesBeforeMatrix(matrix))) {
    return {};
  }
  return Invalid(ErrorKind::kShape,
                 "{}: shape is {}, expected matrices of {} rows, whose axes before broadcast with "
                 "those of {} (shape {})",
                 rule.names[of_right], ShapeText(right), size, rule.names[of_matrix],
                 ShapeText(matrix));
}
Status CheckTriangularShapes(const RuleCall& call, const Rule& rule) {
  return CheckTriangular(call, rule, 0, 1);
}

// The shape of the solution, or of the coefficients, where those of the inputs go together.
Dims TriangularResult(const RuleCall& call, const Rule& rule, bool is_solution) {
  const Dims &right = call.At(rule, 1).shape, &matrix = call.At(rule, 2).shape;
  Dims shape = *Broadcast(AxesBeforeMatrix(right), AxesBeforeMatrix(matrix));
  shape.push_back(matrix.back());
  shape.push_back(is_solution ? right.back() : matrix.back());
  return shape;
}
template <bool is_solution>
Status CheckTriangularResult(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, expected = TriangularResult(call, rule, is_solution);
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {}", rule.names[0], ShapeText(given),
                 ShapeText(expected));
}
template <bool is_solution>
Status InferTriangularResult(const RuleCall& call, const Rule& rule, Inferred& output) {
  for (const int k : {1, 2}) OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, k));
  OPENACLNN_RETURN_IF_ERROR(CheckTriangular(call, rule, 1, 2));
  output.shape = TriangularResult(call, rule, is_solution);
  return {};
}

}  // namespace

namespace rules {

constinit const RuleType kTriangularShapes = {
    .name = "TriangularShapes",
    .check = CheckTriangularShapes,
    .sentence =
        {"{b} has square matrices as its last two axes, of 2 to 8, and {a} matrices with as "
         "many rows. The axes before broadcast."},
};

constinit const RuleType kSolutionShape = {
    .name = "SolutionShape",
    .check = CheckTriangularResult<true>,
    .sentence = {"The shape of {a} is that of {b}, whose axes before the last two broadcast with "
                 "those of {c}."},
    .infer = InferTriangularResult<true>,
};

constinit const RuleType kCoefficientsShape = {
    .name = "CoefficientsShape",
    .check = CheckTriangularResult<false>,
    .sentence = {"The shape of {a} is that of {c}, whose axes before the last two broadcast with "
                 "those of {b}."},
    .infer = InferTriangularResult<false>,
};

}  // namespace rules
}  // namespace openaclnn
