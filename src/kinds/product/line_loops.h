// The SIMD loops of products with few rows by columns whose terms lie side by side along k, for
// each target. A column is read from its first term to its last: its runs, which have sums of their
// own, have a lane each.
#pragma once

#include <cstdint>

#include "base/half.h"
#include "cpu/product_order.h"

namespace openaclnn {

// The terms that such a loop takes at once, those of runs side by side: so many of all lanes.
constexpr int64_t TermsOfLanes(ProductOrder order) {
  constexpr int64_t kLanes = 16;
  return kLanes * (order == ProductOrder::kFloat ? kTermsInFloat : kTermsOfBlock);
}

// sums[r * sums_pitch + c] += the sum over k of row r and b[c * pitch + k], for `width` columns.
// Rows lie as `turn` has them.
template <class T>
using MultiplyLinesLoop = void (*)(const float* rows, int64_t count, const T* b, int64_t k,
                                   int64_t pitch, int64_t width, double* sums, int64_t sums_pitch);

// The loops of one instruction set; null where there are none.
struct LineLoops {
  struct Ordered {
    // The terms of a row for all lanes, term by term of their runs. The result begins at a line of
    // the caches, and has k terms up to a whole TermsOfLanes: zeros past k.
    void (*turn)(const float* row, int64_t k, float* turned);
    MultiplyLinesLoop<float> of_floats;
    MultiplyLinesLoop<Bfloat16Bits> of_bfloat16;
    MultiplyLinesLoop<Float16Bits> of_float16;
  };
  Ordered orders[2];
};

// The loops of the SIMD target in use.
const LineLoops& GetLineLoops();

}  // namespace openaclnn
