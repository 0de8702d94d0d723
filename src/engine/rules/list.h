// Rules of texts and integers that are one of a list, or of a range.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {

namespace rules {
OPENACLNN_SHARED extern const RuleType kTextIn, kIntIn, kIntBetween, kIntOnlyOn;
}  // namespace rules

// `texts` is a constexpr array.
constexpr Rule TextIn(std::string_view a, std::span<const std::string_view> texts) {
  return {.type = &rules::kTextIn, .names = {a}, .texts = texts, .lists_choices = true};
}

template <class... N>
constexpr Rule IntIn(std::string_view a, N... numbers) {
  return {.type = &rules::kIntIn, .names = {a}, .numbers = {numbers...}, .lists_choices = true};
}

constexpr Rule IntBetween(std::string_view a, int64_t least, int64_t most) {
  return {.type = &rules::kIntBetween, .names = {a}, .numbers = {least, most}};
}

// `a` is the number only on these products.
constexpr Rule IntOnlyOn(std::string_view a, int64_t number, Products products) {
  return {.type = &rules::kIntOnlyOn, .names = {a}, .products = products, .numbers = {number}};
}

}  // namespace openaclnn
