// Runs an elementwise plan on the CPU.
#pragma once

#include "cpu/tile_io.h"
#include "kinds/elementwise/kernel.h"

namespace openaclnn {

struct ElementwiseRun {
  const Plan* plan;
  OperandData data;
  const Kernel* kernel;
  const Params& params;
};

// The kernel has a loop of that type; if it is for 16-bit numbers, all operands are.
void RunElementwise(const ElementwiseRun& run, LoopType loop);

// The same in this thread for the elements from `begin` to `end`, of a plan of at most one axis.
void RunElements(const ElementwiseRun& run, LoopType loop, int64_t begin, int64_t end);

}  // namespace openaclnn
