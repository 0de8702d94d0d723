// What the kernels of formulas over transposed operands are given, made by the host. Compilers of
// both read this.
#pragma once

#include <cstdint>

#include "cuda/argument.h"

namespace openaclnn {

// All operands are of the formula's type in memory. The walk is one of blocks: its first two axes
// are those of a tile, along the first of which results lie, and staged inputs along the second.
struct TransposedArgument {
  static constexpr int kTiles = 3;             // in the memory of a block of threads
  static constexpr uint32_t kWords = 33 * 32;  // of a tile, whose rows are a word longer

  ElementwiseArgument walk;
  uint8_t tile[ElementwiseArgument::kMaxOperands];  // kNotStaged, or which one an input goes to
};

inline constexpr uint8_t kNotStaged = 0xff;

}  // namespace openaclnn
