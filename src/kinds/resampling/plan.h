// Elements made of elements near them, along each axis of space by itself, as stages.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "base/shared.h"
#include "kinds/resampling/taps.h"
#include "kinds/spatial_lines.h"
#include "kinds/stage.h"

namespace openaclnn {

// The tensors have the same batches and channels, and axes of space that are the last ones. Both
// lie in lines of one layout.
struct Resampling {
  Value from, to;
  size_t axes;  // 1 to 3
  LineLayout layout;
  std::array<AxisTaps, 3> taps;  // along depth, height and width; of axes that there are not, one
};

// Each element is the sum of its taps, elements times the weights of their three axes, over its
// divisors. In double and rounded once; along depth and height first, then along the width. FLOAT,
// FLOAT16, BFLOAT16, DOUBLE and, part by part, COMPLEX64 and COMPLEX128.
OPENACLNN_SHARED Stage PlanResample(Resampling resampling);

// Each element is its only tap, bit for bit; of any dtype.
OPENACLNN_SHARED Stage PlanPick(Resampling resampling);

}  // namespace openaclnn
