// The rules of shapes that follow from windows.
#pragma once

#include "engine/rules/rule.h"
#include "ops/pooling/pool_windows.h"

namespace openaclnn {
namespace rules {
extern const RuleType kPooledShape, kMaskShape, kAdaptiveShape, kUnpooledShape;
}  // namespace rules

// The windows that `kernel` and the arguments behind it say are in the last `axes` axes of `b`,
// before which there are one or two others. The shape of `a` follows. `most_dilation`: 0: any.
constexpr Rule PooledShape(std::string_view a, std::string_view b, std::string_view kernel,
                           int axes, PoolForm form, int most_dilation = 0) {
  return {.type = &rules::kPooledShape,
          .names = {a, b, kernel},
          .numbers = {axes, static_cast<int64_t>(form), most_dilation}};
}

// `a` has a bit for each element of each window of two axes. A rule before this one says that the
// shape of `b` is that of the windows of `kernel`.
constexpr Rule MaskShape(std::string_view a, std::string_view b, std::string_view kernel) {
  return {.type = &rules::kMaskShape, .names = {a, b, kernel}};
}

// The last `axes` axes of `a` are the numbers of `sizes`, and the one or two before them those of
// `b`.
constexpr Rule AdaptiveShape(std::string_view a, std::string_view b, std::string_view sizes,
                             int axes) {
  return {.type = &rules::kAdaptiveShape, .names = {a, b, sizes}, .numbers = {axes}};
}

// `a` has the axes of `b` with elements along its last `axes` axes, and the one or two before them
// are of one size.
constexpr Rule UnpooledShape(std::string_view a, std::string_view b, int axes) {
  return {.type = &rules::kUnpooledShape, .names = {a, b}, .numbers = {axes}};
}

// The bytes of a row of a mask.
constexpr int64_t MaskRowBytes(int64_t windows) { return ((windows + 15) / 16 + 1) * 32; }

}  // namespace openaclnn
