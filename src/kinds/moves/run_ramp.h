// Runs a plan of one output whose elements are numbers at equal distances.
#pragma once

#include <cstddef>

#include "kinds/moves/ramp.h"
#include "tensor/plan.h"

namespace openaclnn {

// What an element costs on one core, about, in picoseconds (Kernel::cost).
inline constexpr int kRampCost = 400;

// `target`: the first element of the output. The walk is in row-major order.
void RunRamp(const Plan& plan, const Ramp& ramp, std::byte* target);

}  // namespace openaclnn
