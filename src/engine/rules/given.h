// Rules of which arguments may be null together.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
OPENACLNN_SHARED extern const RuleType kAnyGiven;
}  // namespace rules

// `a` or `b`, which are optional, is not null.
constexpr Rule AnyGiven(std::string_view a, std::string_view b) {
  return {.type = &rules::kAnyGiven, .names = {a, b}};
}

}  // namespace openaclnn
