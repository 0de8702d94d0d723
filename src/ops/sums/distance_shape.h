// The rules of distances of rows.
#pragma once

#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kDistanceRows, kDistanceShape, kPairShape, kDistanceGradient, kModeOfPower,
    kPowerOfDistance;
}  // namespace rules

// Both have two to eight axes and rows of one length, and their axes before the last two broadcast.
constexpr Rule DistanceRows(std::string_view x1, std::string_view x2) {
  return {.type = &rules::kDistanceRows, .names = {x1, x2}};
}
// `a` has a row for each row of `x1`, and a column for each of `x2`, behind the axes to which the
// others broadcast.
constexpr Rule DistanceShape(std::string_view a, std::string_view x1, std::string_view x2) {
  return {.type = &rules::kDistanceShape, .names = {a, x1, x2}};
}
// `a` has an element for each pair of rows of the matrix `self`, along one axis.
constexpr Rule PairShape(std::string_view a, std::string_view self) {
  return {.type = &rules::kPairShape, .names = {a, self}};
}
// As DistanceShape where the three have as many axes, and `x2` broadcasts to `x1`.
constexpr Rule DistanceGradient(std::string_view a, std::string_view x1, std::string_view x2) {
  return {.type = &rules::kDistanceGradient, .names = {a, x1, x2}};
}
// `mode` is 2 where `power` is 2.
constexpr Rule ModeOfPower(std::string_view mode, std::string_view power) {
  return {.type = &rules::kModeOfPower, .names = {mode, power}};
}
// `power` is not below 0, unless it is -1.
constexpr Rule PowerOfDistance(std::string_view power) {
  return {.type = &rules::kPowerOfDistance, .names = {power}};
}

}  // namespace openaclnn
