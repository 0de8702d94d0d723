// Runs a plan of one input and one output whose innermost axes are the columns and the rows of
// matrices: the elements of a triangle are copied, the others become 0.
#pragma once

#include <cstddef>

#include "kinds/moves/plan.h"
#include "tensor/plan.h"

namespace openaclnn {

// What an element costs on one core, about, in picoseconds (Kernel::cost).
inline constexpr int kTriangleCost = 300;

// `source` and `target`: the first elements of the operands. The diagonal is at most the columns
// or rows away from the main one.
void RunTriangle(const Plan& plan, const Triangle& kept, const std::byte* source,
                 std::byte* target);

}  // namespace openaclnn
