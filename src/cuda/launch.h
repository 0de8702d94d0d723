// Gives the walk of a plan to a kernel.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "base/status.h"
#include "cpu/tile_io.h"
#include "device/queue.h"
#include "tensor/plan.h"

namespace openaclnn {

// A kernel of an ElementwiseArgument.
struct Launch {
  std::string_view kernel;             // its name
  std::span<const std::byte> formula;  // what it is given besides the plan and its operands
};

Status LaunchPlan(const Launch& launch, const Plan& plan, const OperandData& data, Queue& queue);

}  // namespace openaclnn
