// One element of each row, by its index, is read, or written between zeros.
//
// The plan's axes are the columns and the rows, both there whatever their extents; an operand has a
// stride of 0 along an axis that it has not. An index that is no column, nor the one that is
// ignored, gives NaN.
#pragma once

#include <cstdint>

#include "cpu/tile.h"
#include "cpu/tile_io.h"
#include "tensor/plan.h"

namespace openaclnn {

// What an element costs on one core, about, in picoseconds (Kernel::cost).
inline constexpr int kIndexCost = 200;

// The operands of a plan, in its order.
enum class IndexWork : uint8_t {
  kPick,  // index, factor, table; product and, if there are two results, factors
  kPut,   // number, index, factor, divisor; table
};

struct IndexRun {
  const Plan* plan;
  OperandData data;
  int64_t ignored;
  bool divides;  // of kPut
};

// In double.
void RunPick(const IndexRun& run);
void RunPut(const IndexRun& run);

}  // namespace openaclnn
