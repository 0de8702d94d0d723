// What an operator gives to a kind that computes by a formula: the formula's kernel. Each kind
// derives its own, which has the loops (kernel.h in its folder).
#pragma once

#include <array>
#include <cstddef>

#include "cpu/loop_type.h"
#include "cpu/params.h"

namespace openaclnn {

// A formula as a GPU gets it (kinds/elementwise/device/elementwise.h).
struct DeviceFormula {
  static constexpr size_t kMaxBytes = 64;
  const char* kernel;  // the name of the type Strided<T, formula> of a SIMD target
  size_t size;
  std::array<std::byte, kMaxBytes> bytes;
};
using DescribeFormula = void (*)(const Params& params, DeviceFormula& formula);

struct Kernel {
  int cost;         // picoseconds for an element on one core, about; decides if threads pay
  LoopTypes types;  // those that there are loops for
  std::array<DescribeFormula, kLoopTypes> on_device;  // by LoopType; null: there is no device code
};

// Gives the kernel of a kind, which has `loops` by type, its loop for T and what GPUs know of it.
template <class T, class KernelOfKind, class Loop>
constexpr void SetLoop(KernelOfKind& kernel, const Loop& loop, DescribeFormula describe) {
  constexpr LoopType kType = LoopTraits<T>::kType;
  kernel.loops.template Of<T>() = loop;
  kernel.types.Add(kType);
  kernel.on_device[static_cast<size_t>(kType)] = describe;
}

}  // namespace openaclnn
