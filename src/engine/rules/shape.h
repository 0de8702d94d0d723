// Rules of shapes and formats.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
OPENACLNN_SHARED extern const RuleType kMaxRank, kMinRank, kRankIs, kSameShape, kOneElement, kSizes,
    kChannelWeight, kSameFormat, kSucceedIfEmpty;
}  // namespace rules

// No tensor of the call has more axes.
constexpr Rule MaxRank(int axes) {
  return {.type = &rules::kMaxRank, .numbers = {axes}, .alike = Alike::kByRank};
}
constexpr Rule MinRank(std::string_view a, int axes) {
  return {.type = &rules::kMinRank, .names = {a}, .numbers = {axes}};
}
constexpr Rule RankIs(std::string_view a, int axes) {
  return {.type = &rules::kRankIs, .names = {a}, .numbers = {axes}};
}

constexpr Rule SameShape(std::string_view a, std::string_view b) {
  return {.type = &rules::kSameShape,
          .names = {a, b},
          .alike = Alike::kByShape,
          .in_place = InPlaceForm::kIsTrivial};
}

constexpr Rule OneElement(std::string_view a) {
  return {.type = &rules::kOneElement, .names = {a}};
}

// The last extent of `a` is from `least` to `most`, and the product of the others at most
// `most_others`. A rule before this one says that there is an axis.
constexpr Rule Sizes(std::string_view a, int64_t least, int64_t most, int64_t most_others) {
  return {.type = &rules::kSizes, .names = {a}, .numbers = {least, most, most_others}};
}

// `weight` has one element, or one for each channel (axis 1) of `self`. `gradient`, if it has a
// name, has the shape of weight's gradient.
constexpr Rule ChannelWeight(std::string_view weight, std::string_view self,
                             std::string_view gradient = {}) {
  return {.type = &rules::kChannelWeight, .names = {weight, self, gradient}};
}

// The storage formats are one.
constexpr Rule SameFormat(std::string_view a, std::string_view b) {
  return {.type = &rules::kSameFormat, .names = {a, b}, .in_place = InPlaceForm::kIsTrivial};
}

// If `a` has no elements, the call succeeds without doing anything; the rules after this one are
// not looked at.
constexpr Rule SucceedIfEmpty(std::string_view a) {
  return {.type = &rules::kSucceedIfEmpty, .names = {a}, .ends_if_empty = true};
}

}  // namespace openaclnn
