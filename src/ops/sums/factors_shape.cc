#include "ops/sums/factors_shape.h"

#include <algorithm>

#include "engine/rules/infer.h"
#include "engine/rules/rule_call.h"
#include "tensor/shape.h"

namespace openaclnn {
namespace {

struct MatrixShape {
  explicit MatrixShape(const Dims& whole)
      : batches(whole.begin(), whole.end() - 2), m(whole[whole.size() - 2]), n(whole.back()) {}
  int64_t Least() const { return std::min(m, n); }
  // With other axes behind those of the batches.
  Dims With(std::initializer_list<int64_t> last) const {
    Dims shape = batches;
    shape.insert(shape.end(), last.begin(), last.end());
    return shape;
  }
  Dims batches;
  int64_t m, n;
};

Status CheckSquareMatrices(const RuleCall& call, const Rule& rule) {
  const MatrixShape of(call.At(rule, 0).shape);
  if (of.m == of.n && of.n <= rule.numbers[0]) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected square matrices of at most {} rows",
                 rule.names[0], ShapeText(call.At(rule, 0).shape), rule.numbers[0]);
}

using FactorShape = Dims (*)(const RuleCall& call, const Rule& rule, const MatrixShape& of);

Dims OrthogonalOf(const RuleCall& call, const Rule& rule, const MatrixShape& of) {
  const int64_t mode = call.Given(rule, 2).integer;
  if (mode == kTriangleOfQr) return {0};
  return of.With({of.m, mode == kCompleteQr ? of.m : of.Least()});
}
Dims TriangularOf(const RuleCall& call, const Rule& rule, const MatrixShape& of) {
  return of.With({call.Given(rule, 2).integer == kCompleteQr ? of.m : of.Least(), of.n});
}
Dims SingularValuesOf(const RuleCall& /*call*/, const Rule& /*rule*/, const MatrixShape& of) {
  return of.With({of.Least()});
}
Dims VectorsOf(const RuleCall& call, const Rule& rule, const MatrixShape& of, int64_t size) {
  return of.With({size, call.Given(rule, 2).flag ? size : of.Least()});
}
Dims LeftVectorsOf(const RuleCall& call, const Rule& rule, const MatrixShape& of) {
  return VectorsOf(call, rule, of, of.m);
}
Dims RightVectorsOf(const RuleCall& call, const Rule& rule, const MatrixShape& of) {
  return VectorsOf(call, rule, of, of.n);
}

template <FactorShape shape_of>
Status CheckFactor(const RuleCall& call, const Rule& rule) {
  const Dims &given = call.At(rule, 0).shape, &matrices = call.At(rule, 1).shape;
  const Dims expected = shape_of(call, rule, MatrixShape(matrices));
  if (given == expected) return {};
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected {} for {} of the shape {}",
                 rule.names[0], ShapeText(given), ShapeText(expected), rule.names[1],
                 ShapeText(matrices));
}
template <FactorShape shape_of>
Status CheckVectors(const RuleCall& call, const Rule& rule) {
  return call.Given(rule, 3).flag ? CheckFactor<shape_of>(call, rule) : Status();
}

Dims DeterminantsOf(const RuleCall& /*call*/, const Rule& /*rule*/, const MatrixShape& of) {
  return of.batches;
}
Status CheckDeterminants(const RuleCall& call, const Rule& rule) {
  const Dims& matrices = call.At(rule, 1).shape;
  const MatrixShape of(matrices);
  if (of.m == of.n) return CheckFactor<DeterminantsOf>(call, rule);
  return Invalid(ErrorKind::kShape, "{}: shape is {}, expected square matrices", rule.names[1],
                 ShapeText(matrices));
}

template <FactorShape shape_of>
Status InferFactor(const RuleCall& call, const Rule& rule, Inferred& output) {
  OPENACLNN_RETURN_IF_ERROR(RequireKnown(call, rule, 1));
  const Dims& matrices = call.At(rule, 1).shape;
  if (matrices.size() < 2) {
    return Invalid(ErrorKind::kRank, "{}: shape is {}, expected at least 2 axes", rule.names[1],
                   ShapeText(matrices));
  }
  output.shape = shape_of(call, rule, MatrixShape(matrices));
  return {};
}
template <FactorShape shape_of>
Status InferVectors(const RuleCall& call, const Rule& rule, Inferred& output) {
  if (call.Given(rule, 3).flag) return InferFactor<shape_of>(call, rule, output);
  output.shape = {0};
  return {};
}

}  // namespace

namespace rules {

constinit const RuleType kSquareMatrices = {
    .name = "SquareMatrices",
    .check = CheckSquareMatrices,
    .sentence = {"The last two axes of {a} have one size, at most {first}."},
};

constinit const RuleType kOrthogonalFactorShape = {
    .name = "OrthogonalFactorShape",
    .check = CheckFactor<OrthogonalOf>,
    .sentence = {"For {b} [..., m, n], {a} is [..., m, min(m, n)] if {c} is 0, [..., m, m] if it "
                 "is 1, and [0] if it is 2."},
    .infer = InferFactor<OrthogonalOf>,
};

constinit const RuleType kTriangularFactorShape = {
    .name = "TriangularFactorShape",
    .check = CheckFactor<TriangularOf>,
    .sentence = {"For {b} [..., m, n], {a} is [..., m, n] if {c} is 1, and else "
                 "[..., min(m, n), n]."},
    .infer = InferFactor<TriangularOf>,
};

constinit const RuleType kSingularValuesShape = {
    .name = "SingularValuesShape",
    .check = CheckFactor<SingularValuesOf>,
    .sentence = {"For {b} [..., m, n], {a} is [..., min(m, n)]."},
    .infer = InferFactor<SingularValuesOf>,
};

constinit const RuleType kLeftVectorsShape = {
    .name = "LeftVectorsShape",
    .check = CheckVectors<LeftVectorsOf>,
    .sentence = {"For {b} [..., m, n], {a} is [..., m, m] if {c} is true, and else "
                 "[..., m, min(m, n)]. It has any shape if {d} is false."},
    .infer = InferVectors<LeftVectorsOf>,
};

constinit const RuleType kRightVectorsShape = {
    .name = "RightVectorsShape",
    .check = CheckVectors<RightVectorsOf>,
    .sentence = {"For {b} [..., m, n], {a} is [..., n, n] if {c} is true, and else "
                 "[..., n, min(m, n)]. It has any shape if {d} is false."},
    .infer = InferVectors<RightVectorsOf>,
};

constinit const RuleType kShapeOfDeterminants = {
    .name = "ShapeOfDeterminants",
    .check = CheckDeterminants,
    .sentence = {"For {b} [..., n, n], {a} is [...]."},
    .infer = InferFactor<DeterminantsOf>,
};

}  // namespace rules
}  // namespace openaclnn
