// Runs a plan of one input and one output that only moves elements: a copy, or a conversion to
// another dtype.
#pragma once

#include <cstddef>

#include "tensor/plan.h"

namespace openaclnn {

// What an element costs on one core, about, in picoseconds (Kernel::cost).
inline constexpr int kMoveCost = 400;

// `source` and `target`: the first elements of the operands, in the order of the plan. Where both
// are one element, and the dtypes one, the operands are one view, and nothing is done.
void RunMove(const Plan& plan, const std::byte* source, std::byte* target);

}  // namespace openaclnn
