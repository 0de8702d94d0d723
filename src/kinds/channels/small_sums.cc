#include "kinds/channels/small_sums.h"

#include <algorithm>

#include "base/ceil_div.h"
#include "kinds/channels/sum_order.h"

namespace openaclnn {
namespace {

// Makes rows of a tile's elements, of which there are enough behind its inputs and its output. What
// is written is what changes: copies of a tile that has just been filled in, by whole vectors,
// would wait until it is in the cache.
template <class T>
void CutInto(int64_t rows, int64_t columns, int inputs, Tile<T>& tile) {
  for (int k = 0; k < inputs; ++k) tile.inputs[k].row_step = columns & tile.inputs[k].mask;
  tile.output_steps[0] = columns;
  tile.rows = rows;
  tile.columns = columns;
}

// Goes past elements.
template <class T>
void Skip(int64_t elements, int inputs, Tile<T>& tile) {
  for (int k = 0; k < inputs; ++k) tile.inputs[k].values += elements & tile.inputs[k].mask;
  tile.outputs[0] += elements;
}

template <class T>
void SumOneRow(const Kernel& kernel, const Params& params, Tile<T>& tile, int channel_operand,
               double* sum) {
  alignas(kWidestVector) T values[kWidestVector / sizeof(T)];
  std::fill_n(values, kWidestVector / sizeof(T), *tile.inputs[channel_operand].values);
  tile.inputs[channel_operand] = {values, 0, 0};
  SumLoopsOf<T>(kernel).rows(params, tile, sum);
}

// A row is one chunk.
template <class T>
void SumRows(const Kernel& kernel, const Params& params, Tile<T>& tile, int inputs,
             const SumShape& shape, int channel_operand, double* sums) {
  constexpr int64_t kRepeats = kWidestVector / int64_t{sizeof(T)};
  constexpr int64_t kMostRows = kFewTerms / 16;  // shorter rows are summed along columns
  alignas(kWidestVector) T values[kMostRows * kRepeats];
  double row_sums[kMostRows];
  const int64_t rows = shape.outer * shape.channels;
  const T* const channel_values = tile.inputs[channel_operand].values;
  for (int64_t r = 0; r < rows; ++r) {
    std::fill_n(values + r * kRepeats, kRepeats, channel_values[r % shape.channels]);
  }
  CutInto(rows, shape.inner, inputs, tile);
  tile.inputs[channel_operand] = {values, 0, kRepeats};
  SumLoopsOf<T>(kernel).rows(params, tile, row_sums);
  FoldPartials({shape.outer, shape.channels, 1}, shape.outer, 0, shape.channels, row_sums, sums);
}

template <class T>
void SumColumns(const Kernel& kernel, const Params& params, Tile<T>& tile, int inputs,
                const SumShape& shape, int channel_operand, double* sums) {
  const int64_t side = SideBySide(shape), columns = side * shape.channels * shape.inner;
  const int64_t block = kSumBlock * columns;
  alignas(kWidestVector) T values[kFewTerms];
  double partials[kFewTerms + kWidestVector / sizeof(double)];
  RepeatChannelValues(shape, tile.inputs[channel_operand].values, 0, columns, values);
  const int64_t elements = tile.columns, blocks = CeilDiv(elements, block);
  std::fill_n(partials, blocks * columns, 0.0);
  const auto add = [&](int64_t first, int64_t rows, int64_t width) {
    CutInto(rows, width, inputs, tile);
    tile.inputs[channel_operand] = {values, -1, 0};
    SumLoopsOf<T>(kernel).columns(params, tile, partials + first / block * columns);
    Skip(rows * width, inputs, tile);
  };
  for (int64_t first = 0; first < elements; first += block) {
    const int64_t here = std::min(block, elements - first), rows = here / columns;
    if (rows > 0) add(first, rows, columns);
    if (here % columns != 0) add(first + rows * columns, 1, here % columns);
  }
  FoldPartials(shape, blocks * side, 0, shape.channels, partials, sums);
}

}  // namespace

template <class T>
void RunWithFewTerms(const Kernel& kernel, const Params& params, Tile<T>& tile, int inputs,
                     const SumShape& shape, int channel_operand, double* sums) {
  if (shape.outer * shape.channels == 1) {
    return SumOneRow(kernel, params, tile, channel_operand, sums);
  }
  SumsRows(shape) ? SumRows(kernel, params, tile, inputs, shape, channel_operand, sums)
                  : SumColumns(kernel, params, tile, inputs, shape, channel_operand, sums);
}

template void RunWithFewTerms<float>(const Kernel&, const Params&, Tile<float>&, int,
                                     const SumShape&, int, double*);
template void RunWithFewTerms<Bfloat16Bits>(const Kernel&, const Params&, Tile<Bfloat16Bits>&, int,
                                            const SumShape&, int, double*);
template void RunWithFewTerms<Float16Bits>(const Kernel&, const Params&, Tile<Float16Bits>&, int,
                                           const SumShape&, int, double*);

}  // namespace openaclnn
