// The kernel of a formula over rows.
#pragma once

#include <array>
#include <cstdint>

#include "kinds/formula_kernel.h"
#include "tensor/plan.h"

namespace openaclnn {

// What a chunk of a row comes to, and what is made of it for the whole row.
using RowNumbers = std::array<double, 4>;

// Rows side by side, dense in themselves, `input_steps` and `output_step` elements from one to the
// next.
template <class T>
struct RowTile {
  std::array<const T*, kMaxOperands> inputs;
  std::array<int64_t, kMaxOperands> input_steps;
  T* output;
  int64_t output_step;
  int64_t rows;
  int64_t columns;
  bool stream = false;  // as that of a Tile
};

// The loops of a formula over rows (kinds/rows/row_loops-inl.h).
template <class T>
struct RowLoops {
  // All of rows that fit into caches. `kept` has room for a row, rounded up to kWidestVector bytes
  // of doubles, `chunks` for its chunks; sums[r] is the number of row r, if the formula gives one.
  void (*whole)(const RowTile<T>& tile, double* kept, RowNumbers* chunks, double* sums);
  // One chunk of one row.
  void (*reduce)(const RowTile<T>& tile, RowNumbers& chunk);
  void (*map)(const RowTile<T>& tile, const RowNumbers& chunk, double& sum);
  // In between: turns what the chunks of a row come to into what map needs for each.
  void (*fold)(RowNumbers* chunks, int64_t count);

  // For a tile of up to kRowsAbreast rows abreast, each of up to a chunk: element i of row r is at
  // inputs[k] + i * input_steps[k] + r, and output + i * output_step + r. chunks[r] is of row r.
  // Null if the formula has no such loops. `kept` has room for as many doubles as the tile has
  // elements, rounded up to whole vectors for each i, or is null.
  void (*reduce_abreast)(const RowTile<T>& tile, double* kept, RowNumbers* chunks);
  void (*fold_abreast)(RowNumbers* chunks, int64_t rows);  // which are whole
  void (*map_abreast)(const RowTile<T>& tile, const double* kept, const RowNumbers* chunks);
};

struct AllRowLoops : Kernel {
  LoopsByType<RowLoops, float, double, Bfloat16Bits, Float16Bits> loops;
};

// Those of a kernel that is such a one.
template <class T>
const RowLoops<T>& RowLoopsOf(const Kernel& kernel) {
  return static_cast<const AllRowLoops&>(kernel).loops.template Of<T>();
}

}  // namespace openaclnn
