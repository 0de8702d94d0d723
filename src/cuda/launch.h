// Gives the walk of a plan to a kernel.
#pragma once

#include <cstddef>
#include <span>

#include "base/status.h"
#include "cpu/tile_io.h"
#include "cuda/argument.h"
#include "device/queue.h"
#include "tensor/plan.h"

namespace openaclnn {

// A kernel of an ElementwiseArgument.
struct KernelCall {
  const DeviceCode* kernel;            // not null where the plan has elements
  std::span<const std::byte> formula;  // what it is given besides the plan and its operands
};

// Where an argument has operand k of a plan: results before inputs.
int PlaceOf(const Plan& plan, int k);

// The argument of a kernel that walks a plan itself, of up to ElementwiseArgument::kMaxAxes axes.
ElementwiseArgument WalkOf(const Plan& plan, const OperandData& data,
                           std::span<const std::byte> formula = {});

// The plan of numbers that lie one after the other, to be read or written.
Plan DenseDoubles(int64_t count, int num_outputs);

Status LaunchPlan(const KernelCall& call, const Plan& plan, const OperandData& data, Queue& queue);

}  // namespace openaclnn
