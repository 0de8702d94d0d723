// The rules of systems of equations whose matrix is a triangle.
#pragma once

#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kTriangularShapes, kSolutionShape, kCoefficientsShape;
}  // namespace rules

// `matrix` has square matrices, and `right` matrices with as many rows; the axes before broadcast.
constexpr Rule TriangularShapes(std::string_view right, std::string_view matrix) {
  return {.type = &rules::kTriangularShapes, .names = {right, matrix}};
}
// The shape of `a` is that of `right`, or of `matrix`, with the axes before broadcast.
constexpr Rule SolutionShape(std::string_view a, std::string_view right, std::string_view matrix) {
  return {.type = &rules::kSolutionShape, .names = {a, right, matrix}};
}
constexpr Rule CoefficientsShape(std::string_view a, std::string_view right,
                                 std::string_view matrix) {
  return {.type = &rules::kCoefficientsShape, .names = {a, right, matrix}};
}

}  // namespace openaclnn
