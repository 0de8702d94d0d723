// The rules of shapes of tensors that are resized, or have margins.
#pragma once

#include "engine/rules/rule.h"
#include "ops/resampling/axis_taps.h"

namespace openaclnn {
namespace rules {
extern const RuleType kResizedShape, kResizedFrom, kShapeOfSizes, kMarginShape;
}  // namespace rules

// `b` has two axes and so many of space. The shape of `a` is its own with the sizes `sizes` in
// space.
constexpr Rule ResizedShape(std::string_view a, std::string_view b, std::string_view sizes,
                            int axes) {
  return {.type = &rules::kResizedShape, .names = {a, b, sizes}, .numbers = {axes}};
}

// The shape of `a` is what a tensor of the shape `whole` has when it is resized to `sizes`.
constexpr Rule ResizedFrom(std::string_view a, std::string_view whole, std::string_view sizes,
                           int axes) {
  return {.type = &rules::kResizedFrom, .names = {a, whole, sizes}, .numbers = {axes}};
}

// The shape of `a` is `sizes`.
constexpr Rule ShapeOfSizes(std::string_view a, std::string_view sizes) {
  return {.type = &rules::kShapeOfSizes, .names = {a, sizes}};
}

// `padding` has the elements before and after the last axis of `b`, then those of the axis before
// it, of so many axes in all. One or two others stand before them. The shape of `a` follows.
constexpr Rule MarginShape(std::string_view a, std::string_view b, std::string_view padding,
                           int axes, Margin margin) {
  return {.type = &rules::kMarginShape,
          .names = {a, b, padding},
          .numbers = {axes, static_cast<int64_t>(margin)}};
}

}  // namespace openaclnn
