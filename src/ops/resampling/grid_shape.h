// The rules of shapes of grids.
#pragma once

#include "engine/rules/rule.h"

namespace openaclnn {
namespace rules {
extern const RuleType kGridShape, kAffineShape;
}  // namespace rules

// `input` has two axes and so many of space, which have elements, and `grid` the same batches and
// as many numbers for each sample. The shape of `a` is that of the input with the samples in space.
constexpr Rule GridShape(std::string_view a, std::string_view input, std::string_view grid,
                         int axes) {
  return {.type = &rules::kGridShape, .names = {a, input, grid}, .numbers = {axes}};
}

// `size` has the batches, the channels and two or three sizes of space, and `theta` a matrix for
// each batch. `a` has as many numbers as there are sizes of space for each place there.
constexpr Rule AffineShape(std::string_view a, std::string_view theta, std::string_view size) {
  return {.type = &rules::kAffineShape, .names = {a, theta, size}};
}

}  // namespace openaclnn
