// What the kernels of formulas over transposed operands are given, made by the host. Compilers of
// both read this.
#pragma once

#include <cstdint>

#include "cuda/argument.h"

namespace openaclnn {

// All operands are of the formula's type in memory. The walk is one of blocks. Its first two axes
// are those of a tile: results lie along the first one, staged inputs along the second.
struct TransposedArgument {
  ElementwiseArgument walk;
  uint8_t tile[ElementwiseArgument::kMaxOperands];  // kNotStaged, or which one an input goes to
};

inline constexpr uint8_t kNotStaged = 0xff;

}  // namespace openaclnn
