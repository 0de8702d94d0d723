// Copies between an operand and another that lies along another axis, on a GPU.
#pragma once

#include <string_view>

#include "base/status.h"
#include "cpu/tile_io.h"
#include "device/queue.h"
#include "tensor/plan.h"

namespace openaclnn {

// Whether a plan that moves the elements of one input to one result is such a copy. Its elements
// have 2 or 4 bytes and stay as they are. It has another kernel then
// (kinds/moves/transpose_device.cc).
bool IsTransposition(const Plan& plan);

Status FindTransposition(const Plan& plan, Queue& queue, const DeviceCode*& code);

Status LaunchTransposition(const DeviceCode* code, const Plan& plan, const OperandData& data,
                           Queue& queue);

}  // namespace openaclnn
