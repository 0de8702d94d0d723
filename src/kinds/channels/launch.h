// Runs a plan whose formula also gives terms that are summed for each channel on a GPU, in the
// order of kinds/channels/sums.h.
#pragma once

#include "base/status.h"
#include "device/queue.h"
#include "kinds/channels/run.h"

namespace openaclnn {

struct ChannelSumsKernels {
  const DeviceCode* terms;
  const DeviceCode* parts;  // adds what the other one made
};

Status FindChannelSums(const Kernel& kernel, LoopType loop, Queue& queue,
                       ChannelSumsKernels& kernels);

// Gives the work to the queue. The workspace is as large as ChannelsWorkspace says; at its
// beginning, where a CPU has sums, may lie the values of channels, which are dense already.
Status LaunchChannelSums(const ChannelsRun& run, const ChannelSumsKernels& kernels, Queue& queue);

}  // namespace openaclnn
