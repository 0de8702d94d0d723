// The mask of the windows of a call.
#pragma once

#include "kinds/pooling/plan.h"
#include "ops/pooling/pool_windows.h"
#include "tensor/shape.h"

namespace openaclnn {

// `pooled`: the shape of the windows of `self`.
inline WindowMask MaskOf(const Value& self, const Dims& pooled, const PoolWindows& windows,
                         const Value& places, const Value& mask) {
  WindowMask of = {.indices = places,
                   .mask = mask,
                   .planes = 1,
                   .input = {},
                   .kernel = {},
                   .stride = {},
                   .padding = {},
                   .windows = {}};
  const size_t height = pooled.size() - 2;
  for (size_t i = 0; i < height; ++i) of.planes *= pooled[i];
  for (size_t i = 0; i < 2; ++i) {
    const PoolAxis& axis = windows.axes[1 + i];
    of.input[i] = self->shape[height + i];
    of.kernel[i] = axis.kernel;
    of.stride[i] = axis.stride;
    of.padding[i] = axis.before;
    of.windows[i] = pooled[height + i];
  }
  return of;
}

}  // namespace openaclnn
