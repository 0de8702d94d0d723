// Runs an elementwise plan on the CPU.
#pragma once

#include "cpu/kernel.h"
#include "cpu/tile_io.h"

namespace openaclnn {

struct ElementwiseRun {
  const Plan* plan;
  OperandData data;
  const Kernel* kernel;
  Params params;
};

// T: the compute type, float or double, of which the kernel has a loop.
template <class T>
void RunElementwise(const ElementwiseRun& run);

extern template void RunElementwise<float>(const ElementwiseRun& run);
extern template void RunElementwise<double>(const ElementwiseRun& run);

}  // namespace openaclnn
