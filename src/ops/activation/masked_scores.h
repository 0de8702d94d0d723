// The rules of scores with a mask.
#pragma once

#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kMaskOfScores, kIsFalse;
}  // namespace rules

// `mask` has the last two sizes of `scores`, and as the first two those or 1; the last one is from
// 1 to 4096. Rules before this one say that both have four axes.
constexpr Rule MaskOfScores(std::string_view mask, std::string_view scores) {
  return {.type = &rules::kMaskOfScores, .names = {mask, scores}};
}
// `flag`, a bool, is false.
constexpr Rule IsFalse(std::string_view flag) {
  return {.type = &rules::kIsFalse, .names = {flag}};
}

}  // namespace openaclnn
