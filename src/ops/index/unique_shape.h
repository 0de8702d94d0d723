// The rules of what becomes of equal slices of a tensor.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kAxisOrAll, kRoomForRuns, kPlacesOfRuns, kCountsOfRuns, kRoomForSlices,
    kCountForSlices, kAllRunsOnlyOn;
}  // namespace rules

// Which axis the slices are along: this number says that each element is one.
inline constexpr int64_t kEachElement = 1000;

// `dim`, an integer, is an axis of `a`, or kEachElement.
constexpr Rule AxisOrAll(std::string_view dim, std::string_view a) {
  return {.type = &rules::kAxisOrAll, .names = {dim, a}};
}

// `values` has the shape of `a`, or one axis of as many elements. It has no gaps where that differs
// from the shape of slices. Without `dim` each element is one, and there is one axis.
constexpr Rule RoomForRuns(std::string_view values, std::string_view a, std::string_view dim = {}) {
  return {.type = &rules::kRoomForRuns, .names = {values, a, dim}};
}

// If `flag` is true, `places` has the shape of `a`, or one axis as long as that which `by` names.
// Where that is an axis the shape of `a` has no gaps. If `by` is a bool, `places` has that shape if
// either is true.
constexpr Rule PlacesOfRuns(std::string_view places, std::string_view a, std::string_view flag,
                            std::string_view by = {}) {
  return {.type = &rules::kPlacesOfRuns, .names = {places, a, flag, by}};
}

// If `flag` is true, `counts` has one axis of as many elements as `a` has, or its axis `dim`.
constexpr Rule CountsOfRuns(std::string_view counts, std::string_view a, std::string_view flag,
                            std::string_view dim = {}) {
  return {.type = &rules::kCountsOfRuns, .names = {counts, a, flag, dim}};
}

// `values` has the shape of `a`, with an axis `dim` that may be shorter. A rule before this one
// says that this is an axis.
constexpr Rule RoomForSlices(std::string_view values, std::string_view a, std::string_view dim) {
  return {.type = &rules::kRoomForSlices, .names = {values, a, dim}};
}

// `counts` has one axis, at most as long as the axis `dim` of `a`. A rule before this one says that
// this is an axis.
constexpr Rule CountForSlices(std::string_view counts, std::string_view a, std::string_view dim) {
  return {.type = &rules::kCountForSlices, .names = {counts, a, dim}};
}

// `flag` is false, and `dim` kEachElement, except on these chips.
constexpr Rule AllRunsOnlyOn(std::string_view flag, std::string_view dim, Chips chips) {
  return {.type = &rules::kAllRunsOnlyOn, .names = {flag, dim}, .chips = chips};
}

}  // namespace openaclnn
