// The rule of what a step of an optimizer may have besides parameters and gradients.
#pragma once

#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kBuffersFor;
}  // namespace rules

// `a`, a list, has no tensors or as many as `b`.
constexpr Rule BuffersFor(std::string_view a, std::string_view b) {
  return {.type = &rules::kBuffersFor, .names = {a, b}};
}

}  // namespace openaclnn
