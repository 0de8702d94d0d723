// The rule of the shape of results between tensors of bounds, of which one may be null.
#pragma once

#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kClampedShape;
}  // namespace rules

// The shape of `a` is what those of `b` and the other operands that are given broadcast to.
constexpr Rule ClampedShape(std::string_view a, std::string_view b) {
  return {.type = &rules::kClampedShape, .names = {a, b}};
}

}  // namespace openaclnn
