#include "cpu/sums.h"

#include <algorithm>

#include "base/settings.h"
#include "cpu/threads.h"

namespace openaclnn {
namespace {

constexpr int64_t kChunk = 1024;     // columns that one partial sum covers at most, along a row
constexpr int64_t kBlock = 64;       // rows that one partial sum covers at most, along a column
constexpr int64_t kFewColumns = 16;  // rows shorter than this are summed along columns first

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

// Long rows: a partial sum for each chunk of each row.
bool SumsRows(const SumShape& shape) {
  return shape.inner >= kFewColumns || shape.channels * shape.outer == 1;
}

// The sum of count > 0 numbers as a tree of which every left half is the largest power of two below
// the count.
float TreeSum(const float* values, int64_t count) {
  if (count == 1) return values[0];
  int64_t half = 1;
  while (half * 2 < count) half *= 2;
  return TreeSum(values, half) + TreeSum(values + half, count - half);
}

class Summation {
 public:
  Summation(const ElementwiseRun& run, const SumShape& shape, float* partials, float* sums)
      : run_(run),
        shape_(shape),
        partials_(partials),
        sums_(sums),
        io_(*run.plan, run.data),
        buffered_(std::max(kChunk, GetSettings().tile)) {}

  void Rows() {
    const int64_t chunks = CeilDiv(shape_.inner, kChunk), rows = shape_.outer * shape_.channels;
    const int64_t grain = std::max<int64_t>(1, Grain() / std::min(shape_.inner, kChunk));
    ParallelFor(rows * chunks, grain,
                [&](int64_t begin, int64_t end) { SumRows(begin, end, chunks); });
    const int64_t per_channel = shape_.outer * chunks;
    ParallelFor(shape_.channels, std::max<int64_t>(1, Grain() / per_channel),
                [&](int64_t begin, int64_t end) {
                  for (int64_t c = begin; c < end; ++c) {
                    sums_[c] = TreeSum(partials_ + c * per_channel, per_channel);
                  }
                });
  }

  void Columns() {
    const int64_t columns = shape_.channels * shape_.inner;
    const int64_t blocks = CeilDiv(shape_.outer, kBlock), chunks = CeilDiv(columns, kChunk);
    const int64_t grain = std::max<int64_t>(1, Grain() / (std::min(columns, kChunk) * kBlock));
    ParallelFor(blocks * chunks, grain, [&](int64_t begin, int64_t end) {
      for (int64_t u = begin; u < end; ++u) SumColumns(u / chunks, u % chunks * kChunk, columns);
    });
    ParallelFor(shape_.channels, std::max<int64_t>(1, Grain() / (blocks * shape_.inner)),
                [&](int64_t begin, int64_t end) { FoldBlocks(begin, end, blocks, columns); });
  }

 private:
  int64_t Grain() const { return GrainFor(run_.kernel->cost); }

  // As many of `rows` whole rows from element `first` on as one tile can take, at least one.
  int64_t RowsAt(int64_t first, int64_t rows, int64_t columns) const {
    return std::max<int64_t>(1, io_.TileAt(first, rows * columns, buffered_) / columns);
  }

  void Compute(SumLoop loop, int64_t first, int64_t rows, int64_t columns,
               const TileBuffers& buffers, float* sums) const {
    Tile<float> tile;
    tile.rows = rows;
    tile.columns = columns;
    io_.Begin(first, buffers, tile);
    loop(run_.params, tile, sums);
    io_.End(first, buffers, tile);
  }

  // Units begin .. end, each a chunk of a row: unit = row * chunks + chunk. Whole chunks of one row
  // follow each other in memory, as do rows of one chunk, so several are done at once.
  void SumRows(int64_t begin, int64_t end, int64_t chunks) const {
    const TileBuffers buffers(buffered_);
    constexpr int64_t kMostUnits = 64;
    float local[kMostUnits];
    for (int64_t unit = begin; unit < end;) {
      const int64_t row = unit / chunks, chunk = unit % chunks;
      const int64_t columns = std::min(kChunk, shape_.inner - chunk * kChunk);
      const int64_t whole =
          chunks == 1 ? end - unit : std::max<int64_t>(1, shape_.inner / kChunk - chunk);
      const int64_t first = row * shape_.inner + chunk * kChunk;
      const int64_t units = RowsAt(first, std::min({whole, end - unit, kMostUnits}), columns);
      Compute(run_.kernel->sum_rows, first, units, columns, buffers, local);
      for (int64_t u = 0; u < units; ++u) StorePartial(unit + u, chunks, local[u]);
      unit += units;
    }
  }

  // The partial sums of a channel lie together.
  void StorePartial(int64_t unit, int64_t chunks, float sum) const {
    const int64_t row = unit / chunks, n = row / shape_.channels, c = row % shape_.channels;
    partials_[(c * shape_.outer + n) * chunks + unit % chunks] = sum;
  }

  // Up to kChunk columns of a block of rows.
  void SumColumns(int64_t block, int64_t column, int64_t columns) const {
    const TileBuffers buffers(buffered_);
    const int64_t width = std::min(kChunk, columns - column);
    const int64_t last = std::min(shape_.outer, (block + 1) * kBlock);
    float* const sums = partials_ + block * columns + column;
    std::fill_n(sums, width, 0.0f);
    for (int64_t row = block * kBlock; row < last;) {
      const int64_t first = row * columns + column;
      const int64_t rows = width == columns ? RowsAt(first, last - row, width) : 1;
      Compute(run_.kernel->sum_columns, first, rows, width, buffers, sums);
      row += rows;
    }
  }

  // Adds the blocks of some channels as a tree, in place, then the inner elements of each channel.
  void FoldBlocks(int64_t begin, int64_t end, int64_t blocks, int64_t columns) const {
    const int64_t first = begin * shape_.inner, last = end * shape_.inner;
    for (int64_t step = 1; step < blocks; step *= 2) {
      for (int64_t b = 0; b + step < blocks; b += 2 * step) {
        float* const left = partials_ + b * columns;
        const float* const right = left + step * columns;
        for (int64_t i = first; i < last; ++i) left[i] += right[i];
      }
    }
    for (int64_t c = begin; c < end; ++c)
      sums_[c] = TreeSum(partials_ + c * shape_.inner, shape_.inner);
  }

  const ElementwiseRun& run_;
  const SumShape shape_;
  float* const partials_;
  float* const sums_;
  const TileIo<float> io_;
  const int64_t buffered_;
};

}  // namespace

int64_t PartialSums(const SumShape& shape) {
  if (shape.outer * shape.channels * shape.inner == 0) return 0;
  if (SumsRows(shape)) return shape.outer * shape.channels * CeilDiv(shape.inner, kChunk);
  return CeilDiv(shape.outer, kBlock) * shape.channels * shape.inner;
}

void RunWithSums(const ElementwiseRun& run, const SumShape& shape, float* partials, float* sums) {
  if (run.plan->elements == 0) {
    std::fill_n(sums, shape.channels, 0.0f);
    return;
  }
  Summation summation(run, shape, partials, sums);
  SumsRows(shape) ? summation.Rows() : summation.Columns();
}

}  // namespace openaclnn
