// The rule of complex numbers that are made of real ones.
#pragma once

#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kComplexOf;
}  // namespace rules

// The parts of `a` have the dtype of `b`. All tensors but the result are usually FLOAT.
constexpr Rule ComplexOf(std::string_view a, std::string_view b) {
  return {.type = &rules::kComplexOf, .names = {a, b}};
}

}  // namespace openaclnn
