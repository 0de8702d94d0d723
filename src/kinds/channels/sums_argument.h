// What the kernels of channel sums are given, made by the host. Compilers of both read this.
#pragma once

#include <cstdint>

#include "cuda/argument.h"

namespace openaclnn {

// The elements of a walk lie as [outer, channels, inner], and their terms are summed as in
// kinds/channels/sums.h.
struct ChannelSumsArgument {
  ElementwiseArgument walk;  // in row-major order; an operand that is the channels' has no strides
  int64_t outer, channels, inner;
  int64_t side;           // outer indices side by side in a row of columns
  uint64_t partials;      // doubles
  int32_t channel_place;  // of the operand with an element for each channel
  int32_t group_log2;     // threads that share a chunk
  bool along_rows;
};

}  // namespace openaclnn
