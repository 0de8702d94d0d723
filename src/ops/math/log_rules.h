// The rule of results that have the dtype of floats, and FLOAT of integers.
#pragma once

#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kOwnOrFloat;
}  // namespace rules

// The dtype of `a` is that of `b`, or FLOAT where `b` has integers or BOOL.
constexpr Rule OwnOrFloat(std::string_view a, std::string_view b) {
  return {.type = &rules::kOwnOrFloat, .names = {a, b}, .in_place = InPlaceForm::kIsTrivial};
}

}  // namespace openaclnn
