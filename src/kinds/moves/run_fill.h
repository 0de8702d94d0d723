// Runs a plan of one output whose elements all become one.
#pragma once

#include <cstddef>

#include "kinds/moves/element.h"
#include "tensor/plan.h"

namespace openaclnn {

// What an element costs on one core, about, in picoseconds (Kernel::cost).
inline constexpr int kFillCost = 150;

// `target`: the first element of the output.
void RunFill(const Plan& plan, const Element& element, std::byte* target);

}  // namespace openaclnn
