// The elements, and their weights, that each place of an axis is made of.
#pragma once

#include <cstdint>

#include "kinds/resampling/taps.h"

namespace openaclnn {

enum class Interpolation : uint8_t {
  kNearest,
  kNearestExact,
  kLinear,
  kCubic,
  kSmoothLinear,  // of all elements that a place stands for
  kSmoothCubic,
};

// How an axis of `from` elements becomes one of `to`.
struct AxisResize {
  int64_t from, to;
  bool aligns_corners = false;
  double scale = 0;  // how many times as long it becomes; 0 or less: to / from
  // Whether places are computed in double where only one element is taken; by default in float, as
  // PyTorch does.
  bool is_double = false;
};

AxisTaps InterpolationTaps(Interpolation how, const AxisResize& axis);

enum class Margin : uint8_t { kReflects, kReplicates, kRepeats };

// So many elements more before and after an axis, or fewer where numbers are negative: mirrored at
// the outermost elements, copies of these, or the elements of the other end.
AxisTaps MarginTaps(Margin margin, int64_t size, int64_t before, int64_t after);

}  // namespace openaclnn
