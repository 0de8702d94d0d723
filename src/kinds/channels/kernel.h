// The kernel of a formula that also gives a term for each element, which are summed.
#pragma once

#include "cpu/tile.h"
#include "kinds/formula_kernel.h"

namespace openaclnn {

template <class T>
struct SumLoops {
  using Loop = void (*)(const Params& params, const Tile<T>& tile, double* sums);
  Loop rows;     // *sums++ = the terms of each chunk of each row, as docs/numerics.md, "Sums", cuts
                 // and orders them
  Loop columns;  // sums[c] += the terms of column c, row after row; there are kWidestVector bytes
                 // behind the last of `sums`
};

struct ChannelSumLoops : Kernel {
  LoopsByType<SumLoops, float, Bfloat16Bits, Float16Bits> loops;
};

// Those of a kernel that is such a one.
template <class T>
const SumLoops<T>& SumLoopsOf(const Kernel& kernel) {
  return static_cast<const ChannelSumLoops&>(kernel).loops.template Of<T>();
}

}  // namespace openaclnn
