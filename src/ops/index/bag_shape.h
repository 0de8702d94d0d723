// The rules of rows in bags.
#pragma once

#include <string_view>

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kBagIndices, kBagsShape, kBagOfEach, kBagSizes, kBagRows, kBagWeights;
}  // namespace rules

// `indices` has at most one axis, or two on Ascend950, and `offsets` at most one.
constexpr Rule BagIndices(std::string_view indices, std::string_view offsets) {
  return {.type = &rules::kBagIndices, .names = {indices, offsets}};
}
// `a` has a row as long as those of `table` for each of `offsets`, except the last one if
// `has_end`, a bool. There is one then.
constexpr Rule BagsShape(std::string_view a, std::string_view table, std::string_view offsets,
                         std::string_view has_end) {
  return {.type = &rules::kBagsShape, .names = {a, table, offsets, has_end}};
}
// `a` has at most one axis, and as many elements as `indices`, or none.
constexpr Rule BagOfEach(std::string_view a, std::string_view indices) {
  return {.type = &rules::kBagOfEach, .names = {a, indices}};
}
// `a` has at most one axis, and as many elements as `out` has rows; on Ascend950 as `offsets` has
// elements.
constexpr Rule BagSizes(std::string_view a, std::string_view out, std::string_view offsets) {
  return {.type = &rules::kBagSizes, .names = {a, out, offsets}};
}
// `a` has the shape of `out` where `mode` is neither 0 nor 1. Else it has at most one axis, and as
// many elements as `out` has rows, or on Ascend950 any number.
constexpr Rule BagRows(std::string_view a, std::string_view out, std::string_view mode) {
  return {.type = &rules::kBagRows, .names = {a, out, mode}};
}
// `weights` has one axis, or two on Ascend950, and as many elements as `indices`. On other products
// `mode` is 0.
constexpr Rule BagWeights(std::string_view weights, std::string_view indices,
                          std::string_view mode) {
  return {.type = &rules::kBagWeights, .names = {weights, indices, mode}};
}

}  // namespace openaclnn
