// The rule of tensors that are others with so many elements more, or fewer, at the ends of axes.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kPaddedShape;
}  // namespace rules

// `pad` has the elements before and after the last axis of `b`, then those of the axis before it,
// and so on; negative ones are cut off. `a` has the shape that follows.
constexpr Rule PaddedShape(std::string_view a, std::string_view b, std::string_view pad) {
  return {.type = &rules::kPaddedShape, .names = {a, b, pad}};
}

}  // namespace openaclnn
