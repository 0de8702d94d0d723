// What dense loops are given: rows of operands of one type.
#pragma once

#include <array>
#include <cstdint>

#include "tensor/plan.h"

namespace openaclnn {

// An input of a dense loop: the element in row r and column c is values[r * row_step + (c & mask)].
// The mask is -1, or 0 for an input whose elements are all equal in a row, of which then a vector
// of any machine's width can be read. The row step is 0 where all rows are equal.
template <class T>
struct TileInput {
  const T* values;
  int64_t mask;
  int64_t row_step;
};
inline constexpr int64_t kWidestVector = 64;  // bytes

// What a row some way after row r reads: `bytes` at `first` + r * `step`.
struct RowAhead {
  uintptr_t first;
  int64_t step;
  int64_t bytes;
};

// The operands of a dense loop. Addresses are aligned as single elements are.
template <class T>
struct Tile {
  std::array<TileInput<T>, kMaxOperands> inputs;
  std::array<T*, kMaxOperands> outputs;
  int64_t rows;
  int64_t columns;
  std::array<int64_t, kMaxOperands> output_steps;  // elements from a row to the next, if any
  bool stream = false;  // the outputs are stored past the caches (cpu/streaming.h)
  // What a loop that streams asks the caches for before each row.
  std::array<RowAhead, kMaxOperands> rows_ahead;
  int num_rows_ahead = 0;
};

}  // namespace openaclnn
