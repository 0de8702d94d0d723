// Runs a plan of places that come several times (kinds/moves/plan.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "cpu/tile_io.h"
#include "tensor/plan.h"

namespace openaclnn {

// What an element costs on one core, about, in picoseconds (Kernel::cost).
inline constexpr int kRepeatEachCost = 400;

// The operands are from, repeats and to, the axes inner, count, size and outer. `starts`: room for
// one number more than there are places.
void RunRepeatEach(const Plan& plan, const OperandData& data, int64_t* starts);

}  // namespace openaclnn
