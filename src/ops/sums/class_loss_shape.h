// The rules of losses of classes.
#pragma once

#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kLossOfClasses, kShareOfClasses, kNoShareOfClasses;
}  // namespace rules

// The shape of `loss` is that of `target` if `reduction`, a text, is "none", else it has one
// element, along at most one axis. `ignored`, an integer, is a target that does not count.
constexpr Rule LossOfClasses(std::string_view loss, std::string_view target,
                             std::string_view reduction, std::string_view ignored) {
  return {.type = &rules::kLossOfClasses, .names = {loss, target, reduction, ignored}};
}
// `share`, a double, is from 0 to 1.
constexpr Rule ShareOfClasses(std::string_view share) {
  return {.type = &rules::kShareOfClasses, .names = {share}};
}
// `share`, a double, is 0.
constexpr Rule NoShareOfClasses(std::string_view share) {
  return {.type = &rules::kNoShareOfClasses, .names = {share}};
}

}  // namespace openaclnn
