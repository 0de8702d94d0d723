// The rules of windows along one axis whose elements stand along an axis of their own.
#pragma once

#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kUnfoldedShape;
}  // namespace rules

// `grad` is what windows along the axis `dim` of a tensor of these sizes, `whole`, have: the
// windows lie along that axis, and their elements along one more. The two arguments behind `dim`
// are how many elements a window has, and by how many places it is behind the one before it.
constexpr Rule UnfoldedShape(std::string_view grad, std::string_view sizes, std::string_view dim,
                             std::string_view whole) {
  return {.type = &rules::kUnfoldedShape, .names = {grad, sizes, dim, whole}};
}

}  // namespace openaclnn
