// The negative log likelihood and its gradient on a GPU: the work of kinds/picks/run.h.
#pragma once

#include <cstdint>

#include "base/status.h"
#include "device/queue.h"
#include "kinds/picks/run.h"
#include "kinds/reduction/launch.h"

namespace openaclnn {

// The kernels of a loss, whose sums are those of a reduction, or of a gradient.
struct PicksKernels {
  const DeviceCode* picks;
  const DeviceCode* finish;
  ReductionKernels sums;
};
Status FindPicks(const Plan& plan, Queue& queue, PicksKernels& kernels);

// Bytes of workspace, which begins at a multiple of 8.
uint64_t GpuPicksWorkspace(const Plan& plan, Reduced reduced);

Status LaunchPicks(const PicksRun& run, const PicksKernels& kernels, std::byte* workspace,
                   Queue& queue);

}  // namespace openaclnn
