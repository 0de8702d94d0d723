// Rules of the dtypes of lists that are copied, and of numbers that are raised to powers.
#pragma once

#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kCopiedDtype, kBaseBeside;
}  // namespace rules

// The members of `a` have the dtype of those of `b`, or FLOAT where that has 16 bits, or a float of
// 16 bits where that is FLOAT.
constexpr Rule CopiedDtype(std::string_view a, std::string_view b) {
  return {.type = &rules::kCopiedDtype, .names = {a, b}};
}

// `a`, a scalar, is INT64 beside the members of `list` that are integers, else FLOAT or DOUBLE.
constexpr Rule BaseBeside(std::string_view a, std::string_view list) {
  return {.type = &rules::kBaseBeside, .names = {a, list}};
}

}  // namespace openaclnn
