// What the kernels of kinds/moves/made_device.cc are given. Compilers of both read this.
#pragma once

#include <cstdint>

#include "cuda/argument.h"
#include "kinds/moves/ramp.h"

namespace openaclnn {

// The walk is along the elements of the result in row-major order.
struct RampArgument {
  ElementwiseArgument plan;
  Ramp ramp;
};

// A copy between axes of columns and of rows, and others behind them.
struct TriangleArgument {
  ElementwiseArgument plan;
  int64_t diagonal;
  bool is_upper;
};

}  // namespace openaclnn
