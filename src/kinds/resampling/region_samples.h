// Where the samples of a region are, along height and width.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kinds/resampling/taps.h"

namespace openaclnn {

// A sample between two elements; at the last one both are the same.
struct RegionSample {
  int64_t low, high;
  double of_low, of_high;  // weights
};

// The samples of a region along an axis, window by window.
struct RegionAxis {
  std::vector<int64_t> begin = {0};  // of the samples of each window, and behind them their end
  std::vector<RegionSample> samples;
  std::vector<bool> leaves;  // whether a window has samples that are beyond the input
  double count = 0;          // of the samples of each window

  int64_t CountWindows() const { return static_cast<int64_t>(begin.size()) - 1; }
  // The elements of each window in their order, with the sums of their weights.
  AxisTaps Taps() const;
};

// How boxes become samples.
struct RegionGeometry {
  std::array<int64_t, 2> sizes;    // of the input, along height and width
  std::array<int64_t, 2> windows;  // of a region
  float scale;
  int64_t samples;
  bool is_centred;

  // `box`: x and y of one end, then of the other.
  std::array<RegionAxis, 2> AxesOf(const float* box) const;
};

}  // namespace openaclnn
