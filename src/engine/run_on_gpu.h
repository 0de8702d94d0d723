// Executors on devices that do their work later.
#pragma once

#include <cstdint>

#include "base/status.h"
#include "device/queue.h"
#include "engine/executor.h"

namespace openaclnn {

// Whether an executor's work can be given to a queue, whose device code is loaded then. Errors:
// 361001 not; 161002 an operand, or the workspace that it needs, is out of the device's reach.
Status CheckRunsOn(Queue& queue, const Executor& executor, void* workspace);

// Gives it to the queue, where it can be. Returns the code for the stream.
int32_t RunOnGpu(const Executor& executor, void* workspace, Queue& queue) noexcept;

}  // namespace openaclnn
