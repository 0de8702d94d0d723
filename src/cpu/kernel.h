// What an operator gives to the loops that run it: for each compute type one dense loop over its
// formula.
#pragma once

#include <array>
#include <cstdint>

#include "tensor/plan.h"

namespace openaclnn {

// The scalar parameters of a formula, each converted once from what the caller gave to either
// compute type.
struct Params {
  static constexpr int kMax = 4;
  std::array<float, kMax> f;
  std::array<double, kMax> d;
};

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

// The operands of a dense loop. Addresses are aligned as single elements are.
template <class T>
struct Tile {
  std::array<TileInput<T>, kMaxOperands> inputs;
  std::array<T*, kMaxOperands> outputs;
  int64_t rows;  // 1 for a DenseLoop
  int64_t columns;
  int64_t output_step;  // elements from a row of an output to the next
  bool stream = false;  // the first output is stored past the caches (cpu/streaming.h)
};
template <class T>
using DenseLoop = void (*)(const Params& params, const Tile<T>& tile);

// A formula that also gives a term for each element.
using SumLoop = void (*)(const Params& params, const Tile<float>& tile, float* sums);

// The loops of a formula; null are those that it has no use for.
struct Kernel {
  DenseLoop<float> in_float;
  DenseLoop<double> in_double;
  SumLoop sum_rows;     // sums[r] = the terms of row r, in the order of docs/numerics.md, "Sums"
  SumLoop sum_columns;  // sums[c] += the terms of column c, row after row
  int cost;             // picoseconds for an element on one core, about; decides if threads pay
};

enum class ComputeType : uint8_t { kFloat, kDouble };

}  // namespace openaclnn
