// The SIMD loops of convolutions whose groups have one channel, for each target.
#pragma once

#include <cstdint>

#include "cpu/product_order.h"

namespace openaclnn {

// Results side by side, each the sum over taps of weights[t] * from[i + offsets[t]]. Elements are
// read, and sums written, up to a vector behind the last one.
struct TapSums {
  const float* from;
  const int64_t* offsets;
  const float* weights;
  int64_t taps;  // at most kMostTaps
  int64_t count;
  float* to;
};
// So many come to one double.
constexpr int64_t kMostTaps(ProductOrder order) {
  return order == ProductOrder::kFloat ? kTermsInFloat : kTermsOfBlock;
}

// The same of several channels at once, whose elements lie side by side:
// sums[t][channel] += the chain over `count` positions of rows[channel] * elements[t][channel].
inline constexpr int64_t kChannelsAtOnce = 16;  // whole vectors of every target
struct ChannelSums {
  const float* rows;      // of the first position
  int64_t row_step;       // floats from a position's to those of the next one
  const float* elements;  // of the first tap
  int64_t step;           // floats from a position's elements to those of the next one
  const int64_t* offsets;
  int64_t taps;
  int64_t count;
  float* sums;
};

struct TapLoops {
  void (*add[2])(const TapSums& sums);  // by ProductOrder
  void (*add_channels)(const ChannelSums& sums);
  // Adds a number to floats, in double, and rounds.
  void (*to_float)(const float* from, int64_t count, double added, void* to);
  void (*to_bfloat16)(const float* from, int64_t count, double added, void* to);
  void (*to_float16)(const float* from, int64_t count, double added, void* to);
};

// The loops of the SIMD target in use.
const TapLoops& GetTapLoops();

}  // namespace openaclnn
