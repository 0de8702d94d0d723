// Moves raw elements between any layout and dense tiles.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tensor/plan.h"

namespace openaclnn {

class LookAhead;

// Elements `first` .. `first + count` of a plan's walk, for the operand at index `operand`.
struct Range {
  const Plan& plan;
  int operand;
  int64_t first;
  int64_t count;
};

// Bytes from the first element of the walk to element `index`.
int64_t OffsetOf(const Plan& plan, int operand, int64_t index);

// Whether the range is a block (Plan::block) whose elements follow each other across its rows.
bool IsTransposedBlock(const Range& range);

// `base`: the first element of the walk. `item_bytes`: 1, 2, 4, 8 or 16.
void Gather(const Range& range, const std::byte* base, int item_bytes, void* dense);
void Scatter(const Range& range, const void* dense, int item_bytes, std::byte* base);

// Gathers a transposed block into rows that are `row_bytes` apart. Meanwhile shares of `ahead` are
// asked for.
void GatherRows(const Range& range, const std::byte* base, int item_bytes, void* rows,
                int64_t row_bytes, LookAhead& ahead);

}  // namespace openaclnn
