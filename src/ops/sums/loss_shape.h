// The rule of the shape of a loss.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kLossShape;
}  // namespace rules

// The shape of `loss` is that of `target` if `reduction`, an int64_t, is 0 and `target` has an
// axis; else `loss` has one element, along at most one axis.
constexpr Rule LossShape(std::string_view loss, std::string_view target,
                         std::string_view reduction) {
  return {.type = &rules::kLossShape, .names = {loss, target, reduction}};
}

}  // namespace openaclnn
