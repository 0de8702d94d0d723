// Rules of the numbers that callers pass, as exact as they were given.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
OPENACLNN_SHARED extern const RuleType kNotAbove, kNotZeroNorNan, kNotNegative, kAtLeastZero,
    kAboveZero, kNotNegativeIf, kNumberForIntegers, kFitsIntegers;
}  // namespace rules

// a > b is false.
constexpr Rule NotAbove(std::string_view a, std::string_view b) {
  return {.type = &rules::kNotAbove, .names = {a, b}};
}

// `a` is a float other than 0 and NaN.
constexpr Rule NotZeroNorNan(std::string_view a) {
  return {.type = &rules::kNotZeroNorNan, .names = {a}};
}

// a < 0 is false; NaN passes.
constexpr Rule NotNegative(std::string_view a) {
  return {.type = &rules::kNotNegative, .names = {a}};
}

// a >= 0 is true; NaN fails.
constexpr Rule AtLeastZero(std::string_view a) {
  return {.type = &rules::kAtLeastZero, .names = {a}};
}

// a > 0 is true; NaN fails.
constexpr Rule AboveZero(std::string_view a) { return {.type = &rules::kAboveZero, .names = {a}}; }

// If `flag`, a bool, is true, a < 0 is false.
constexpr Rule NotNegativeIf(std::string_view a, std::string_view flag) {
  return {.type = &rules::kNotNegativeIf, .names = {a, flag}};
}

// If the tensor has integers, `a` is not NaN.
constexpr Rule NumberForIntegers(std::string_view a, std::string_view tensor) {
  return {.type = &rules::kNumberForIntegers, .names = {a, tensor}};
}

// If the tensor has integers, its dtype holds `a`, truncated.
constexpr Rule FitsIntegers(std::string_view a, std::string_view tensor) {
  return {.type = &rules::kFitsIntegers, .names = {a, tensor}};
}

}  // namespace openaclnn
