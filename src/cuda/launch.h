// Gives the walk of a plan to a kernel.
#pragma once

#include <cstddef>
#include <span>

#include "base/status.h"
#include "cpu/tile_io.h"
#include "device/queue.h"
#include "tensor/plan.h"

namespace openaclnn {

// A kernel of an ElementwiseArgument.
struct KernelCall {
  const DeviceCode* kernel;            // not null where the plan has elements
  std::span<const std::byte> formula;  // what it is given besides the plan and its operands
};

Status LaunchPlan(const KernelCall& call, const Plan& plan, const OperandData& data, Queue& queue);

}  // namespace openaclnn
