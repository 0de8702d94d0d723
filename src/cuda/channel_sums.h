// Runs a plan whose formula also gives terms that are summed for each channel on a GPU, in the
// order of cpu/sums.h.
#pragma once

#include "base/status.h"
#include "cpu/channels.h"
#include "device/queue.h"

namespace openaclnn {

struct ChannelSumsKernels {
  const DeviceCode* sums = nullptr;
  const DeviceCode* trees = nullptr;
  const DeviceCode* move = nullptr;
  const DeviceCode* fill = nullptr;  // alone, where there are no elements
};

Status FindChannelSums(const Kernel& kernel, LoopType loop, bool has_elements, Queue& queue,
                       ChannelSumsKernels& kernels);

// Gives the work to the queue; the workspace is as large as ChannelsWorkspace says.
Status LaunchChannelSums(const ChannelsRun& run, LoopType loop, const ChannelSumsKernels& kernels,
                         Queue& queue);

}  // namespace openaclnn
