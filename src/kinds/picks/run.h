// The negative log likelihood: of each row of class scores the one of the target's class counts,
// times the class's weight. And its gradient, which is 0 at all others.
//
// The plan's axes are the classes and the rows, both there whatever their extents. Operands are
// self, target, weight, out and totalWeight, or, of the gradient, gradOutput, target, weight,
// totalWeight and out; each has a stride of 0 along the axes that it has not. A target that is no
// class, nor the index that is ignored, gives NaN.
#pragma once

#include <cstdint>

#include "cpu/kernel.h"
#include "cpu/tile_io.h"
#include "tensor/plan.h"

namespace openaclnn {

// What a class score costs on one core, about, in picoseconds (Kernel::cost).
inline constexpr int kPickCost = 200;

// What the loss is of those of the rows.
enum class Reduced : int64_t { kNot, kAveraged, kSummed };

struct PicksRun {
  const Plan* plan;
  OperandData data;  // in the order of the plan
  Reduced reduced;
  int64_t ignored;
};

// In double; sums in the order of docs/numerics.md, "Reductions", of one row.
void RunPicks(const PicksRun& run);
void RunPicksBackward(const PicksRun& run);

}  // namespace openaclnn
