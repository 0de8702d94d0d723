// The rules of factors of matrices, and of their singular values.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kSquareMatrices, kOrthogonalFactorShape, kTriangularFactorShape,
    kSingularValuesShape, kLeftVectorsShape, kRightVectorsShape, kShapeOfDeterminants;
}  // namespace rules

// What the argument mode of a QR decomposition says.
enum QrMode : int64_t { kReducedQr, kCompleteQr, kTriangleOfQr };

// The last two axes of `a` have one size, at most `most`. A rule before this one says that there
// are two.
constexpr Rule SquareMatrices(std::string_view a, int64_t most) {
  return {.type = &rules::kSquareMatrices, .names = {a}, .numbers = {most}};
}
// The shapes of Q and R for matrices and a QrMode.
constexpr Rule OrthogonalFactorShape(std::string_view q, std::string_view matrices,
                                     std::string_view mode) {
  return {.type = &rules::kOrthogonalFactorShape, .names = {q, matrices, mode}};
}
constexpr Rule TriangularFactorShape(std::string_view r, std::string_view matrices,
                                     std::string_view mode) {
  return {.type = &rules::kTriangularFactorShape, .names = {r, matrices, mode}};
}
// The shapes of singular values, and of vectors where a flag asks for them: all of them or as many
// as there are values.
constexpr Rule SingularValuesShape(std::string_view values, std::string_view matrices) {
  return {.type = &rules::kSingularValuesShape, .names = {values, matrices}};
}
constexpr Rule LeftVectorsShape(std::string_view u, std::string_view matrices,
                                std::string_view are_all, std::string_view are_asked_for) {
  return {.type = &rules::kLeftVectorsShape, .names = {u, matrices, are_all, are_asked_for}};
}
constexpr Rule RightVectorsShape(std::string_view v, std::string_view matrices,
                                 std::string_view are_all, std::string_view are_asked_for) {
  return {.type = &rules::kRightVectorsShape, .names = {v, matrices, are_all, are_asked_for}};
}
// `a` has a number for each matrix: the last two axes of `matrices` have one size, and the shape of
// `a` is that of the others. A rule before this one says that there are two.
constexpr Rule ShapeOfDeterminants(std::string_view a, std::string_view matrices) {
  return {.type = &rules::kShapeOfDeterminants, .names = {a, matrices}};
}

}  // namespace openaclnn
