// What the processes of a communicator tell each other before they move data: what they are about
// to do, and small data themselves.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "hccl/call.h"
#include "hccl/failure.h"
#include "hccl/group.h"
#include "hccl/transport.h"

namespace openaclnn::hccl {

struct Frame {
  CallHeader header;
  uint32_t rank;  // the first one of the process
  uint32_t unused;
  std::array<std::byte, 976> data;
};
static_assert(sizeof(Frame) == 1024);

// Up to so many processes get the frames of all; those of more only see that all frames have the
// same header.
inline constexpr uint32_t kMostFrames = 64;

// `frames` has one for each process, of which that of this one is there. Fails if headers differ.
std::optional<Failure> ExchangeFrames(Transport& transport, const Placement& placement,
                                      std::vector<Frame>& frames, Step up, Step down,
                                      Deadline deadline);

}  // namespace openaclnn::hccl
