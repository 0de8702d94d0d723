// Numbers at equal distances from one to another, and the rule of how many there are.
#pragma once

#include "engine/rules/rule.h"
#include "kinds/moves/ramp.h"

namespace openaclnn {

struct Scalar;
namespace rules {
extern const RuleType kRangeOf, kClosedRangeOf, kHasElementsOf;
}  // namespace rules

// `a` has one axis, for the numbers from the scalar `start` on, `step` apart, that are before
// `end`.
constexpr Rule RangeOf(std::string_view a, std::string_view start, std::string_view end,
                       std::string_view step) {
  return {.type = &rules::kRangeOf, .names = {a, start, end, step}};
}
// The same with `end`, if it is among the numbers.
constexpr Rule ClosedRangeOf(std::string_view a, std::string_view start, std::string_view end,
                             std::string_view step) {
  return {.type = &rules::kClosedRangeOf, .names = {a, start, end, step}};
}

// `a` has as many elements as the integer `count` says.
constexpr Rule HasElementsOf(std::string_view a, std::string_view count) {
  return {.type = &rules::kHasElementsOf, .names = {a, count}};
}

// The numbers as elements of `dtype`: of integers from what scalars are toward zero.
Ramp RampOf(const Scalar& start, const Scalar& step, aclDataType dtype);
// So many from one to another, the first of which is `start`.
Ramp RampBetween(const Scalar& start, const Scalar& end, int64_t count, aclDataType dtype);

}  // namespace openaclnn
