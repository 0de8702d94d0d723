// What the kernels of kinds/moves/made_device.cc are given. Compilers of both read this.
#pragma once

#include <cstdint>

#include "cuda/argument.h"
#include "kinds/moves/ramp.h"
#include "kinds/moves/times.h"

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

// Places that come several times (kinds/moves/plan.h). The walk has the axes inner, count, size and
// outer.
struct RepeatEachArgument {
  // The starts of the places in the result are sums over those before: of each chunk of places, of
  // the chunks before each chunk, then of the places in it. Then elements are copied.
  enum Step : uint8_t { kAddChunks, kAddBefore, kAddPlaces, kCopy };
  static constexpr int64_t kChunks = 1024;  // at most

  ElementwiseArgument plan;
  uint64_t starts, sums;  // INT64: one more than places, and one for each chunk
  int64_t chunk;          // places of one
  Step step;
};

}  // namespace openaclnn
