// Computations on devices that do their work later.
#pragma once

#include <cstdint>
#include <memory>

#include "base/status.h"
#include "device/queue.h"
#include "engine/computation.h"
#include "engine/executor.h"
#include "engine/kept_launches.h"

namespace openaclnn {

// What a run of an executor needs there.
struct FoundOnGpu {
  std::shared_ptr<const KeptLaunches> kept;  // the launches of its work, if they were kept
  DeviceCodes codes;                         // else the code to launch
};

// Whether an executor's work can be given to a queue, and by which code; a repeatable executor
// keeps its launches. Errors: 361001 not; 161002 an operand, or the workspace that it needs, is out
// of the device's reach.
Status CheckRunsOn(Queue& queue, Executor& executor, const Places& places, FoundOnGpu& found);

// Gives it to the queue, where it can be. Returns the code for the stream.
int32_t RunOnGpu(const Executor& executor, const FoundOnGpu& found, const Places& places,
                 Queue& queue) noexcept;

}  // namespace openaclnn
