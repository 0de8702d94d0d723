// The rules of matrices beside their diagonals.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kDiagonalShape, kDiagonalOfAll, kOneSizeBeyondMatrices;
}  // namespace rules

// `a` has a diagonal of the matrix `b`, or is the square whose diagonal is the vector `b`.
constexpr Rule DiagonalShape(std::string_view a, std::string_view b, std::string_view diagonal) {
  return {.type = &rules::kDiagonalShape, .names = {a, b, diagonal}};
}

// `a` is the square that has all elements of `b` on a diagonal.
constexpr Rule DiagonalOfAll(std::string_view a, std::string_view b, std::string_view diagonal) {
  return {.type = &rules::kDiagonalOfAll, .names = {a, b, diagonal}};
}

// If `a` has more than two axes, these have one size.
constexpr Rule OneSizeBeyondMatrices(std::string_view a) {
  return {.type = &rules::kOneSizeBeyondMatrices, .names = {a}};
}

}  // namespace openaclnn
