// The rule of the tables of rotary positions.
#pragma once

#include "engine/rules/shape.h"

namespace openaclnn {
namespace rules {
extern const RuleType kRotaryShape, kRotarySize, kSameButHeads;
}  // namespace rules

// `table` has four axes, of which each but the last is 1 or that of `x`, and the last is that of
// `x`, which has four axes, too.
constexpr Rule RotaryShape(std::string_view table, std::string_view x) {
  return {.type = &rules::kRotaryShape, .names = {table, x}};
}
// A gradient has the shape of its table, unless `x`, without which it is not computed, is null.
constexpr Rule ShapeOfTable(std::string_view gradient, std::string_view table, std::string_view x) {
  return {.type = &rules::kSameShape, .names = {gradient, table, x}};
}
// The last size of `x` is a multiple of 2, or of 4 where `mode` says that quarters are rotated.
constexpr Rule RotarySize(std::string_view x, std::string_view mode) {
  return {.type = &rules::kRotarySize, .names = {x, mode}};
}
// The shapes of `a` and `b`, of four axes, differ in one of the two in the middle at most.
constexpr Rule SameButHeads(std::string_view a, std::string_view b) {
  return {.type = &rules::kSameButHeads, .names = {a, b}};
}

}  // namespace openaclnn
