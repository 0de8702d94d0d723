// The kernel of a formula of elements: a dense loop for each type that all operands may have in
// memory.
#pragma once

#include <cstdint>

#include "cpu/tile.h"
#include "kinds/formula_kernel.h"

namespace openaclnn {

template <class T>
using DenseLoop = void (*)(const Params& params, const Tile<T>& tile);

// INT64 stands for any integers, exactly; INT32 for those of up to 32 bits, modulo 2^32; INT8 for
// bytes alone, modulo 2^8, so with or without a sign.
struct ElementLoops : Kernel {
  LoopsByType<DenseLoop, float, double, Bfloat16Bits, Float16Bits, int64_t, int32_t, int8_t> loops;
};

// Those of a kernel that is such a one.
template <class T>
DenseLoop<T> LoopOf(const Kernel& kernel) {
  return static_cast<const ElementLoops&>(kernel).loops.template Of<T>();
}

}  // namespace openaclnn
