// Runs a plan one of whose operands has one value for each channel, the second axis of the others.
// If the formula gives a term for each element, sums these over each channel
// (kinds/channels/sums.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "kinds/channels/sums.h"
#include "kinds/elementwise/run.h"
#include "tensor/plan.h"

namespace openaclnn {

// What phase 1 finds out of channels.
struct ChannelPlan {
  SumShape shape;
  int8_t operand = -1;  // the index in the main plan of the one with a value for each channel
  // Not null: partial sums by `partial_order` go there, and no sums are made (RunPartialSums).
  double* partials = nullptr;
  SumOrder partial_order;
};

struct ChannelsRun {
  ElementwiseRun* elements;  // the address of the channels' values in it is replaced
  const ChannelPlan* channels;
  const Plan* load;   // walks the values, where they lie
  const Plan* store;  // of the sums, which go to `sums`; null: there are none
  std::byte* sums;
  void* workspace;  // aligned to 8 bytes
};

// Bytes of workspace that a run needs; 0 if the values can be read as they lie and nothing is
// summed.
uint64_t ChannelsWorkspace(const ChannelPlan& channels, const Plan& load, bool has_sums,
                           LoopType loop);

// The kernel has a loop, or sums, of that type; without sums the plan walks the values as dense
// elements of the loop's type.
void RunChannels(const ChannelsRun& run, LoopType loop);

}  // namespace openaclnn
