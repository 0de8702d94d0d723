// The rule of channels that are shuffled.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kShuffledChannels;
}  // namespace rules

// `a` has 3 to 7 axes, of which the second one is `groups` parts of one size.
constexpr Rule ShuffledChannels(std::string_view a, std::string_view groups) {
  return {.type = &rules::kShuffledChannels, .names = {a, groups}};
}

}  // namespace openaclnn
