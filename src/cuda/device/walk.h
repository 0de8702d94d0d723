// Where operands of any layout have the elements of a walk.
#pragma once

#include <cstdint>
#include <limits>

#include "cuda/argument.h"
#include "formulas/target.h"

namespace openaclnn {

// The number of whole extents of axis `a` in `i`.
OPENACLNN_INLINE uint32_t Divided(const ElementwiseArgument& argument, int a, uint32_t i) {
  return argument.by_extent[a].Divide(i);
}
OPENACLNN_INLINE uint64_t Divided(const ElementwiseArgument& argument, int a, uint64_t i) {
  return i / static_cast<uint64_t>(argument.extent[a]);
}

template <class Index, int kOperands>
OPENACLNN_INLINE void LocateBy(const ElementwiseArgument& argument, int64_t i,
                               uint64_t (&at)[kOperands]) {
  for (int k = 0; k < kOperands; ++k) at[k] = argument.address[k];
  auto rest = static_cast<Index>(i);
  for (int a = 0; a < argument.axes; ++a) {
    Index along = rest;
    if (a + 1 < argument.axes) {
      rest = Divided(argument, a, along);
      along -= rest * static_cast<Index>(argument.extent[a]);
    }
    for (int k = 0; k < kOperands; ++k) {
      at[k] += static_cast<uint64_t>(along) * static_cast<uint64_t>(argument.stride[a][k]);
    }
  }
}

// The addresses of element `i`.
template <int kOperands>
OPENACLNN_INLINE void Locate(const ElementwiseArgument& argument, int64_t i,
                             uint64_t (&at)[kOperands]) {
  if (argument.elements <= std::numeric_limits<int32_t>::max()) {
    LocateBy<uint32_t>(argument, i, at);
  } else {
    LocateBy<uint64_t>(argument, i, at);
  }
}

}  // namespace openaclnn
