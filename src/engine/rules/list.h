// Rules of texts and integers that are one of a list, or of a range.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {

namespace rules {
OPENACLNN_SHARED extern const RuleType kTextIn, kIntIn, kIntBetween, kIntOnlyOn, kHasCount,
    kSameCount;
}  // namespace rules

// `a` is one of the texts of a constexpr array, whose index Call::ChoiceAt tells.
constexpr Rule TextIn(std::string_view a, std::span<const std::string_view> texts) {
  return {.type = &rules::kTextIn, .names = {a}, .texts = texts, .lists_choices = true};
}

// `a` is one of up to four numbers, whose index Call::ChoiceAt tells.
template <class... N>
constexpr Rule IntIn(std::string_view a, N... numbers) {
  return {.type = &rules::kIntIn, .names = {a}, .numbers = {numbers...}, .lists_choices = true};
}

// `a`, a list or an array, has from `least` to `most` items.
constexpr Rule HasCount(std::string_view a, int64_t least, int64_t most) {
  return {.type = &rules::kHasCount, .names = {a}, .numbers = {least, most}};
}
constexpr Rule HasCount(std::string_view a, int64_t count) { return HasCount(a, count, count); }

// `a` and `b`, lists or arrays, have as many items.
constexpr Rule SameCount(std::string_view a, std::string_view b) {
  return {.type = &rules::kSameCount, .names = {a, b}};
}

constexpr Rule IntBetween(std::string_view a, int64_t least, int64_t most) {
  return {.type = &rules::kIntBetween, .names = {a}, .numbers = {least, most}};
}

// `a` is the number only on these chips.
constexpr Rule IntOnlyOn(std::string_view a, int64_t number, Chips chips) {
  return {.type = &rules::kIntOnlyOn, .names = {a}, .chips = chips, .numbers = {number}};
}

}  // namespace openaclnn
