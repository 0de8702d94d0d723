// Parts of operands that all ways of a convolution read and write alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/dtype.h"
#include "cpu/convert.h"
#include "kinds/convolution/run.h"

namespace openaclnn {

inline void CopyItem(const std::byte* from, int64_t item, std::byte* to) {
  item == 4 ? std::memcpy(to, from, 4) : std::memcpy(to, from, 2);
}

// Stores dense items `step` items apart.
inline void StoreItems(const std::byte* from, int64_t item, int64_t count, int64_t step,
                       std::byte* to) {
  if (step == 1) {
    std::memcpy(to, from, static_cast<size_t>(count * item));
    return;
  }
  for (int64_t i = 0; i < count; ++i) CopyItem(from + i * item, item, to + i * step * item);
}

// What is added to a row of results; 0 if there is nothing.
inline double BiasAt(const KernelProductPlan& plan, const ConvolutionData& data, int64_t row) {
  if (data.bias == nullptr) return 0;
  double value;
  const int64_t item = DtypeBytes(plan.bias.dtype);
  LoadConversion(plan.bias.dtype, LoopType::kDouble)(data.bias + row * plan.bias.stride * item,
                                                     &value, 1);
  return value;
}

}  // namespace openaclnn
