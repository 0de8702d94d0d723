// Runs a plan that picks each element of its output from one of two inputs.
#pragma once

#include <cstddef>

#include "cpu/tile_io.h"
#include "tensor/plan.h"

namespace openaclnn {

// What an element costs on one core, about, in picoseconds (Kernel::cost).
inline constexpr int kSelectCost = 500;

// The operands are a condition, of one byte an element, two inputs and the output. Where the
// condition is not 0 the output gets the first input's element, elsewhere the second's, each
// converted once, straight to the output's dtype (cpu/cast.h). The output may be the view that an
// input of its dtype is.
void RunSelect(const Plan& plan, const OperandData& data);

}  // namespace openaclnn
