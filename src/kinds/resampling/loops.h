// The loops over lines, for each SIMD target.
#pragma once

#include <cstdint>

#include "kinds/resampling/taps.h"

namespace openaclnn {

// Rows that are added at once.
inline constexpr int64_t kRowsAtOnce = 4;

struct ResamplingLoops {
  // sums[i] = rows[0][i] weights[0] + rows[1][i] weights[1] ..., added in this order, of 1 to
  // kRowsAtOnce rows; behind what sums have unless they are the first.
  void (*add_floats)(const void* const* rows, const double* weights, int64_t count, bool is_first,
                     int64_t width, double* sums);
  void (*add_doubles)(const void* const* rows, const double* weights, int64_t count, bool is_first,
                      int64_t width, double* sums);
  // results[i] = the sum of the taps of place i among the elements.
  void (*take)(const double* elements, const AxisTaps& taps, double* results);
  // results[i] /= divisor * divisors[i]; null: of 1.
  void (*divide)(double divisor, const double* divisors, int64_t count, double* results);
};

const ResamplingLoops& GetResamplingLoops();

}  // namespace openaclnn
