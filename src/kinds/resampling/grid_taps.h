// The elements that a sample is made of.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kinds/resampling/grid.h"

namespace openaclnn {

struct GridTaps {
  static constexpr int kMost = 16;

  int count = 0;                  // elements beyond the input, which are 0, are left out
  std::array<int64_t, kMost> at;  // in row-major order of the input's space
  std::array<double, kMost> weight;
  // How the weight changes with the places along width, height and depth.
  std::array<std::array<double, kMost>, 3> slope;
};

// What turns places into taps.
struct GridGeometry {
  size_t axes;
  GridMode mode;
  GridMargin margin;
  bool aligns_corners;
  std::array<int64_t, 3> extent;  // of the input along width, height and depth; 1 if there is none

  // `place`: along the same.
  GridTaps TapsAt(const std::array<double, 3>& place) const;
};

}  // namespace openaclnn
