// The rules of losses of margins between classes.
#pragma once

#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kMarginTargets, kMarginLossShape, kMarginMask;
}  // namespace rules

// `scores` is [N, C] with at least one class, [C] or []. `targets` has that shape; where there is
// one row it has as many elements along at most one axis.
constexpr Rule MarginTargets(std::string_view targets, std::string_view scores) {
  return {.type = &rules::kMarginTargets, .names = {targets, scores}};
}
// `loss` is [N] where `reduction` is 0 and `scores` a matrix, else it has one element along at most
// one axis.
constexpr Rule MarginLossShape(std::string_view loss, std::string_view scores,
                               std::string_view reduction) {
  return {.type = &rules::kMarginLossShape, .names = {loss, scores, reduction}};
}
// `mask` has the shape of `targets`, or, where that has no elements, none along at most two axes.
constexpr Rule MarginMask(std::string_view mask, std::string_view targets) {
  return {.type = &rules::kMarginMask, .names = {mask, targets}};
}

}  // namespace openaclnn
