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
// The same of results in short rows, of whose elements nothing has been copied: those that are not
// there are 0.
struct ShortRows {
  // What a tap meets along the width, for results side by side.
  struct Tap {
    int64_t from;    // the first element, before the line perhaps
    uint64_t there;  // a bit for each element from that one on: whether it is in the line
  };
  // Tap h along the height meets lines[row * step + h] for a row of results.
  const float* const* lines;
  const Tap* widths;
  int64_t num_widths;
  const float* weights;  // by height, then by width
  int64_t rows, columns;
  float* to;
  int64_t pitch;
};
// Results of a row, and taps along the height, at most.
inline constexpr int64_t kMostShort = 32, kMostHeights = 3;
using AddRowsLoop = void (*)(const ShortRows& sums);

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
  // By ProductOrder, step less 1 and taps along the height less 1; null where there is no such
  // loop.
  AddRowsLoop add_rows[2][2][kMostHeights];
  void (*add_channels)(const ChannelSums& sums);
  // Adds a number to floats, in double, and rounds.
  void (*to_float)(const float* from, int64_t count, double added, void* to);
  void (*to_bfloat16)(const float* from, int64_t count, double added, void* to);
  void (*to_float16)(const float* from, int64_t count, double added, void* to);
};

// The loops of the SIMD target in use.
const TapLoops& GetTapLoops();

}  // namespace openaclnn
