// Executors on devices that do their work later.
#pragma once

#include <cstdint>
#include <memory>

#include "base/status.h"
#include "cuda/channel_sums.h"
#include "cuda/picks.h"
#include "cuda/reduction.h"
#include "device/queue.h"
#include "engine/executor.h"
#include "engine/kept_launches.h"

namespace openaclnn {

// Device code, loaded; null if there are no elements.
struct GpuKernels {
  std::shared_ptr<const KeptLaunches> kept;  // launches of all that follows, if they were kept
  const DeviceCode* work = nullptr;
  bool in_packs = false;             // it is that of a PacksArgument
  bool in_tiles = false;             // it is that of a TransposedArgument
  bool transposes = false;           // it is one of cuda/transpose.h
  const DeviceCode* move = nullptr;  // of what is moved to the workspace first, if anything is
  // In the place of `work`:
  ChannelSumsKernels channel_sums = {};
  ReductionKernels reduction = {};
  PicksKernels picks = {};
};

// Whether an executor's work can be given to a queue, and by which kernels; a repeatable executor
// keeps its launches. Errors: 361001 not; 161002 an operand, or the workspace that it needs, is out
// of the device's reach.
Status CheckRunsOn(Queue& queue, Executor& executor, void* workspace, GpuKernels& kernels);

// Gives it to the queue, where it can be. Returns the code for the stream.
int32_t RunOnGpu(const Executor& executor, const GpuKernels& kernels, void* workspace,
                 Queue& queue) noexcept;

}  // namespace openaclnn
