// Sums and averages on a GPU: the work of kinds/reduction/run.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.h"
#include "device/queue.h"
#include "kinds/reduction/run.h"

namespace openaclnn {

// The kernels of a reduction (kinds/reduction/reduction_device.cc).
struct ReductionKernels {
  const DeviceCode* chunks;
  const DeviceCode* parts;  // adds what the others made
};
Status FindReduction(const ReductionShape& shape, LoopType loop, Queue& queue,
                     ReductionKernels& kernels);

// Partial sums of doubles, [outer, parts, columns], that are added along `parts`, neighbours first,
// in their own places; what they come to is stored by a plan that walks [outer, columns].
struct PartialSumsRun {
  std::byte* numbers;
  int64_t outer, parts, columns;
  const Plan* store;
  std::byte* sums;
};
Status FindPartialSums(Queue& queue, const DeviceCode*& code);
Status LaunchPartialSums(const PartialSumsRun& run, const DeviceCode* code, Queue& queue);

// The partial sums, of 8 bytes each; 0 where each sum is made in one go.
int64_t GpuReductionPartials(const ReductionShape& shape);

// Gives the work to the queue. There are sums, of elements or of nothing. run.partials has room for
// GpuReductionPartials(run.shape) numbers. The plans have no more axes than a kernel takes, which
// those of tensors of up to 8 axes never have.
Status LaunchReduction(const ReductionRun& run, const ReductionKernels& kernels, Queue& queue);

}  // namespace openaclnn
