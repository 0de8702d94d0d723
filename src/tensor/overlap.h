// Which views of memory have bytes in common: exact answers, so that interleaved and crossing views
// that share nothing are told from those that do.
#pragma once

#include <cstdint>

#include "tensor/shape.h"

namespace openaclnn {

// The bytes [p, p + item_bytes) for p = address + sum of index[k] * byte_strides[k], for each index
// with 0 <= index[k] < shape[k]. Extents are not negative, item_bytes is positive; strides have any
// sign, and rank and number of strides agree. With an extent of 0 the view is empty.
struct View {
  uintptr_t address;
  Dims shape;
  Dims byte_strides;
  int64_t item_bytes;
};

// Deciding these is as hard as a knapsack problem. Views that are slices, transpositions and
// windows of arrays take a few steps; for views made to be hard, the search ends after
// kOverlapSteps and the answer is that bytes are shared. So it is for views that reach beyond 2^64
// bytes.
inline constexpr int kOverlapSteps = 1 << 20;

// Whether some byte belongs to both. Empty views share nothing.
bool SharesBytes(const View& a, const View& b);

// Whether two elements of the view have a byte in common.
bool SelfOverlaps(const View& view);

// Whether both have the same elements at the same places, axes of extent 1 aside.
bool SameView(const View& a, const View& b);

}  // namespace openaclnn
