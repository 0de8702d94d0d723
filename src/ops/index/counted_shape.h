// The rules of counts of elements, and of what is looked for or marked among places.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kRoomForCounts, kBinsOf, kFiniteRange, kOneHotShape, kHasFirst,
    kSearchedShape, kIndexedBy;
}  // namespace rules

// `counts` has one axis, of at least `least`, an integer, elements.
constexpr Rule RoomForCounts(std::string_view counts, std::string_view least) {
  return {.type = &rules::kRoomForCounts, .names = {counts, least}};
}

// The shape of `counts` is [bins], an integer above 0.
constexpr Rule BinsOf(std::string_view counts, std::string_view bins) {
  return {.type = &rules::kBinsOf, .names = {counts, bins}};
}

// `low` and `high`, numbers, are finite as floats, or the same infinity.
constexpr Rule FiniteRange(std::string_view low, std::string_view high) {
  return {.type = &rules::kFiniteRange, .names = {low, high}};
}

// The shape of `a` is that of `places` with one more axis, `axis`, of `count` elements; an axis of
// -1 is behind all. Both are integers; the count is not negative, and above 0 where there are no
// places.
constexpr Rule OneHotShape(std::string_view a, std::string_view places, std::string_view count,
                           std::string_view axis) {
  return {.type = &rules::kOneHotShape, .names = {a, places, count, axis}};
}

// `a` has elements, of which the first one counts.
constexpr Rule HasFirst(std::string_view a) { return {.type = &rules::kHasFirst, .names = {a}}; }

// `rows` has one axis, or all axes of `values` but the last one.
constexpr Rule SearchedShape(std::string_view rows, std::string_view values) {
  return {.type = &rules::kSearchedShape, .names = {rows, values}};
}

// `places` is INT32 if `is_narrow`, a bool, is true, else INT64.
constexpr Rule IndexedBy(std::string_view places, std::string_view is_narrow) {
  return {.type = &rules::kIndexedBy, .names = {places, is_narrow}};
}

}  // namespace openaclnn
