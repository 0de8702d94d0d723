// Copies between an operand and another that lies along another axis, on a GPU.
#pragma once

#include <string_view>

#include "base/status.h"
#include "cpu/tile_io.h"
#include "device/queue.h"
#include "tensor/plan.h"

namespace openaclnn {

// Whether a plan of one input and one result, whose elements are moved, is such a copy, of elements
// of 2 or 4 bytes that stay as they are; it has another kernel then
// (kinds/moves/transpose_device.cc).
bool IsTransposition(const Plan& plan);

Status FindTransposition(const Plan& plan, Queue& queue, const DeviceCode*& code);

Status LaunchTransposition(const DeviceCode* code, const Plan& plan, const OperandData& data,
                           Queue& queue);

}  // namespace openaclnn
