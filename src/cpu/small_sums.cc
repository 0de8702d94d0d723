#include "cpu/small_sums.h"

#include <algorithm>

#include "cpu/sum_order.h"

namespace openaclnn {
namespace {

// The part of a tile that begins at element `first`.
template <class T>
Tile<T> PartOf(const Tile<T>& tile, int64_t first, int64_t rows, int64_t columns) {
  Tile<T> part = tile;
  for (TileInput<T>& input : part.inputs) {
    input.values += first & input.mask;
    input.row_step = columns & input.mask;
  }
  part.outputs[0] += first;
  part.rows = rows;
  part.columns = columns;
  part.output_steps[0] = columns;
  return part;
}

template <class T>
void SumOneRow(const Kernel& kernel, const Params& params, Tile<T>& tile, int channel_operand,
               double* sum) {
  alignas(kWidestVector) T values[kWidestVector / sizeof(T)];
  std::fill_n(values, kWidestVector / sizeof(T), *tile.inputs[channel_operand].values);
  tile.inputs[channel_operand] = {values, 0, 0};
  (kernel.*LoopTraits<T>::kSumLoops).rows(params, tile, sum);
}

// A row is one chunk.
template <class T>
void SumRows(const Kernel& kernel, const Params& params, const Tile<T>& tile, const SumShape& shape,
             int channel_operand, double* sums) {
  constexpr int64_t kRepeats = kWidestVector / int64_t{sizeof(T)};
  constexpr int64_t kMostRows = kFewTerms / 16;  // shorter rows are summed along columns
  alignas(kWidestVector) T values[kMostRows * kRepeats];
  double row_sums[kMostRows];
  const int64_t rows = shape.outer * shape.channels;
  const T* const channel_values = tile.inputs[channel_operand].values;
  for (int64_t r = 0; r < rows; ++r) {
    std::fill_n(values + r * kRepeats, kRepeats, channel_values[r % shape.channels]);
  }
  Tile<T> all = PartOf(tile, 0, rows, shape.inner);
  all.inputs[channel_operand] = {values, 0, kRepeats};
  (kernel.*LoopTraits<T>::kSumLoops).rows(params, all, row_sums);
  FoldPartials({shape.outer, shape.channels, 1}, shape.outer, 0, shape.channels, row_sums, sums);
}

template <class T>
void SumColumns(const Kernel& kernel, const Params& params, const Tile<T>& tile,
                const SumShape& shape, int channel_operand, double* sums) {
  const int64_t side = SideBySide(shape), columns = side * shape.channels * shape.inner;
  const int64_t block = kSumBlock * columns;
  alignas(kWidestVector) T values[kFewTerms];
  double partials[kFewTerms + kWidestVector / sizeof(double)];
  RepeatChannelValues(shape, tile.inputs[channel_operand].values, 0, columns, values);
  std::fill_n(partials, (tile.columns + block - 1) / block * columns, 0.0);
  const auto add = [&](int64_t first, int64_t rows, int64_t width) {
    Tile<T> part = PartOf(tile, first, rows, width);
    part.inputs[channel_operand] = {values, -1, 0};
    (kernel.*LoopTraits<T>::kSumLoops).columns(params, part, partials + first / block * columns);
  };
  for (int64_t first = 0; first < tile.columns; first += block) {
    const int64_t here = std::min(block, tile.columns - first), rows = here / columns;
    if (rows > 0) add(first, rows, columns);
    if (here % columns != 0) add(first + rows * columns, 1, here % columns);
  }
  FoldPartials(shape, (tile.columns + block - 1) / block * side, 0, shape.channels, partials, sums);
}

}  // namespace

template <class T>
void RunWithFewTerms(const Kernel& kernel, const Params& params, Tile<T>& tile,
                     const SumShape& shape, int channel_operand, double* sums) {
  if (shape.outer * shape.channels == 1) {
    return SumOneRow(kernel, params, tile, channel_operand, sums);
  }
  SumsRows(shape) ? SumRows(kernel, params, tile, shape, channel_operand, sums)
                  : SumColumns(kernel, params, tile, shape, channel_operand, sums);
}

template void RunWithFewTerms<float>(const Kernel&, const Params&, Tile<float>&, const SumShape&,
                                     int, double*);
template void RunWithFewTerms<Bfloat16Bits>(const Kernel&, const Params&, Tile<Bfloat16Bits>&,
                                            const SumShape&, int, double*);
template void RunWithFewTerms<Float16Bits>(const Kernel&, const Params&, Tile<Float16Bits>&,
                                           const SumShape&, int, double*);

}  // namespace openaclnn
