#include "cpu/sums.h"

#include <algorithm>

#include "base/settings.h"
#include "cpu/streaming.h"
#include "cpu/threads.h"

namespace openaclnn {
namespace {

constexpr int64_t kChunk = 1024;  // columns that one partial sum covers at most, along a row
constexpr int64_t kBlock = 64;    // rows that one partial sum covers at most, along a column
// Columns that are taken at once of what exceeds the caches, so that memory is read in long bursts;
// their sums and the channels' values fill 32 KiB. 16 Mi elements in rows of 3136 took 1.33 times
// as long as the best triad in pieces of 784, and 0.97 times as whole rows. In the caches pieces of
// up to kChunk are as fast, and there are more of them to share.
constexpr int64_t kWidest = 4096;
// Rows at least this long are summed along themselves, shorter ones along columns; with fewer than
// kFewRows of them, already from kFewColumns on, as sums along columns would be almost as many as
// terms.
constexpr int64_t kLongRow = 256;
constexpr int64_t kFewRows = 8;
constexpr int64_t kFewColumns = 16;

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }
int64_t RoundUp(int64_t a, int64_t unit) { return CeilDiv(a, unit) * unit; }

bool SumsRows(const SumShape& shape) {
  if (shape.channels * shape.outer == 1) return true;
  return shape.inner >= (shape.outer < kFewRows ? kFewColumns : kLongRow);
}

// How many outer indices lie side by side in a row of SumColumns, so that rows are long enough for
// vectors and yet many.
int64_t SideBySide(const SumShape& shape) {
  int64_t side = 1;
  while (2 * side * shape.channels * shape.inner <= kChunk && 2 * side * kFewRows <= shape.outer) {
    side *= 2;
  }
  return side;
}

// The sum of count > 0 numbers, neighbours first, in place.
float TreeSum(float* values, int64_t count) {
  for (; count > 1; count = CeilDiv(count, 2)) {
    for (int64_t i = 0; i < count / 2; ++i) values[i] = values[2 * i] + values[2 * i + 1];
    if (count % 2 != 0) values[count / 2] = values[count - 1];
  }
  return values[0];
}

class Summation {
 public:
  Summation(const ElementwiseRun& run, const SumShape& shape, int channel_operand, float* partials,
            float* sums)
      : run_(run),
        shape_(shape),
        channel_operand_(channel_operand),
        channel_values_(reinterpret_cast<const float*>(run.data[channel_operand])),
        partials_(partials),
        sums_(sums),
        io_(*run.plan, run.data),
        buffered_(std::max(kWidest, GetSettings().tile)) {}

  void Rows() {
    const int64_t chunks = CeilDiv(shape_.inner, kChunk), rows = shape_.outer * shape_.channels;
    Share(rows * chunks, std::min(shape_.inner, kChunk),
          [&](int64_t begin, int64_t end) { SumRows(begin, end, chunks); });
    const int64_t per_channel = shape_.outer * chunks;
    Share(shape_.channels, per_channel, [&](int64_t begin, int64_t end) {
      for (int64_t c = begin; c < end; ++c) {
        sums_[c] = TreeSum(partials_ + c * per_channel, per_channel);
      }
    });
  }

  void Columns() {
    const int64_t row = shape_.channels * shape_.inner, side = SideBySide(shape_);
    const int64_t columns = side * row, blocks = CeilDiv(shape_.outer, side * kBlock);
    // Pieces of whole vectors and about equally long.
    const int64_t pieces = CeilDiv(columns, io_.Streams() ? kWidest : kChunk);
    const int64_t width = RoundUp(CeilDiv(columns, pieces), kWidestVector);
    const int64_t chunks = CeilDiv(columns, width);
    Share(blocks * chunks, width * kBlock,
          [&](int64_t begin, int64_t end) { SumColumns(begin, end, blocks, columns, width); });
    Share(shape_.channels, blocks * side * shape_.inner,
          [&](int64_t begin, int64_t end) { FoldPartials(begin, end, blocks * side, row); });
  }

 private:
  // Splits `count` pieces of `elements` each among the threads.
  template <class Body>
  void Share(int64_t count, int64_t elements, const Body& body) const {
    const int64_t grain = std::max<int64_t>(1, GrainFor(run_.kernel->cost) / elements);
    ParallelFor(count, grain, [&](int64_t begin, int64_t end) {
      body(begin, end);
      if (io_.Streams()) FinishStreaming();
    });
  }

  // As many of `rows` whole rows from element `first` on as one tile can take, at least one.
  int64_t RowsAt(int64_t first, int64_t rows, int64_t columns) const {
    return std::max<int64_t>(1, io_.TileAt(first, rows * columns, buffered_) / columns);
  }

  // `pitch`: elements from a row to the next. More than `columns` only with UsedInPlace.
  void Compute(SumLoop loop, int64_t first, int64_t rows, int64_t columns, int64_t pitch,
               const TileInput<float>& channel_values, const TileBuffers& buffers,
               float* sums) const {
    Tile<float> tile{};
    tile.rows = pitch == columns ? rows : 1;
    tile.columns = columns;
    io_.Begin(first, buffers, tile);
    if (pitch != columns) {
      tile.rows = rows;
      tile.output_step = pitch;
      for (TileInput<float>& input : tile.inputs) input.row_step = input.mask != 0 ? pitch : 0;
    }
    tile.inputs[channel_operand_] = channel_values;
    loop(run_.params, tile, sums);
    io_.End(first, buffers, tile);
  }

  // Whether all operands are used where they lie from `first` to `last`.
  bool UsedInPlace(int64_t first, int64_t last) const {
    return io_.TileAt(first, last - first, 0) == last - first;
  }

  // A chunk of a row, in the order of the elements.
  struct Unit {
    int64_t outer;
    int64_t channel;
    int64_t chunk;
  };
  Unit UnitAt(int64_t index, int64_t chunks) const {
    const int64_t row = index / chunks;
    return {row / shape_.channels, row % shape_.channels, index % chunks};
  }
  void Advance(Unit& unit, int64_t chunks) const {
    if (++unit.chunk < chunks) return;
    unit.chunk = 0;
    if (++unit.channel < shape_.channels) return;
    unit.channel = 0;
    ++unit.outer;
  }

  // The units at begin .. end. Whole chunks of one row follow each other in memory, as do rows of
  // one chunk, so several are done at once. The partial sums of a channel lie together.
  void SumRows(int64_t begin, int64_t end, int64_t chunks) const {
    const TileBuffers buffers(buffered_);
    constexpr int64_t kMostUnits = 64, kRepeats = kWidestVector / int64_t{sizeof(float)};
    float local[kMostUnits];
    alignas(kWidestVector) float values[kMostUnits * kRepeats];
    Unit unit = UnitAt(begin, chunks);
    for (int64_t index = begin; index < end;) {
      const int64_t columns = std::min(kChunk, shape_.inner - unit.chunk * kChunk);
      const int64_t whole = chunks == 1 ? end - index : shape_.inner / kChunk - unit.chunk;
      const int64_t wanted = std::clamp(whole, int64_t{1}, std::min(end - index, kMostUnits));
      const int64_t row = unit.outer * shape_.channels + unit.channel;
      const int64_t first = row * shape_.inner + unit.chunk * kChunk;
      const int64_t units = RowsAt(first, wanted, columns);
      Unit next = unit;
      for (int64_t u = 0; u < units; ++u, Advance(next, chunks)) {
        std::fill_n(values + u * kRepeats, kRepeats, channel_values_[next.channel]);
      }
      Compute(run_.kernel->sum_rows, first, units, columns, columns, {values, 0, kRepeats}, buffers,
              local);
      for (int64_t u = 0; u < units; ++u, Advance(unit, chunks)) {
        partials_[(unit.channel * shape_.outer + unit.outer) * chunks + unit.chunk] = local[u];
      }
      index += units;
    }
  }

  // The units at begin .. end, each a block of rows and up to `width` of their columns.
  void SumColumns(int64_t begin, int64_t end, int64_t blocks, int64_t columns,
                  int64_t width) const {
    const TileBuffers buffers(buffered_);
    alignas(kWidestVector) float values[kWidest];
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t block = unit % blocks, column = unit / blocks * width;
      const int64_t here = std::min(width, columns - column);
      if (unit == begin || block == 0) RepeatChannelValues(column, here, values);
      SumBlock(block, column, here, columns, {values, -1, 0}, buffers);
    }
  }

  // `width` columns of a block of rows, of which the last one may be short.
  void SumBlock(int64_t block, int64_t column, int64_t width, int64_t columns,
                const TileInput<float>& channel_values, const TileBuffers& buffers) const {
    const int64_t last = std::min(run_.plan->elements, (block + 1) * kBlock * columns);
    alignas(kWidestVector) float sums[kWidest];
    std::fill_n(sums, width, 0.0f);
    for (int64_t first = block * kBlock * columns + column; first < last;) {
      const int64_t here = std::min(width, last - first);
      int64_t rows = (last - first - here) / columns + 1;
      if (width == columns) {
        rows = RowsAt(first, rows, here);
      } else if (!UsedInPlace(first, last)) {
        rows = 1;
      }
      const int64_t pitch = rows > 1 ? columns : here;
      Compute(run_.kernel->sum_columns, first, rows, here, pitch, channel_values, buffers, sums);
      first += rows * columns;
    }
    std::copy_n(sums, width, partials_ + block * columns + column);
  }

  // The channel's value of each of the `count` columns from `column` on.
  void RepeatChannelValues(int64_t column, int64_t count, float* values) const {
    int64_t channel = column / shape_.inner % shape_.channels;
    int64_t alike = shape_.inner - column % shape_.inner;
    for (int64_t i = 0; i < count; ++i) {
      values[i] = channel_values_[channel];
      if (--alike > 0) continue;
      alike = shape_.inner;
      if (++channel == shape_.channels) channel = 0;
    }
  }

  // Adds `rows` rows of partial sums of some channels as a tree, in place, then the inner elements
  // of each channel.
  void FoldPartials(int64_t begin, int64_t end, int64_t rows, int64_t columns) const {
    const int64_t first = begin * shape_.inner, last = end * shape_.inner;
    for (int64_t step = 1; step < rows; step *= 2) {
      for (int64_t r = 0; r + step < rows; r += 2 * step) {
        float* const left = partials_ + r * columns;
        const float* const right = left + step * columns;
        for (int64_t i = first; i < last; ++i) left[i] += right[i];
      }
    }
    for (int64_t c = begin; c < end; ++c) {
      sums_[c] = TreeSum(partials_ + c * shape_.inner, shape_.inner);
    }
  }

  const ElementwiseRun& run_;
  const SumShape shape_;
  const int channel_operand_;
  const float* const channel_values_;
  float* const partials_;
  float* const sums_;
  const TileIo<float> io_;
  const int64_t buffered_;
};

}  // namespace

int64_t PartialSums(const SumShape& shape) {
  if (shape.outer * shape.channels * shape.inner == 0) return 0;
  if (SumsRows(shape)) return shape.outer * shape.channels * CeilDiv(shape.inner, kChunk);
  const int64_t side = SideBySide(shape);
  return CeilDiv(shape.outer, side * kBlock) * side * shape.channels * shape.inner;
}

void RunWithSums(const ElementwiseRun& run, const SumShape& shape, int channel_operand,
                 float* partials, float* sums) {
  if (run.plan->elements == 0) {
    std::fill_n(sums, shape.channels, 0.0f);
    return;
  }
  Summation summation(run, shape, channel_operand, partials, sums);
  SumsRows(shape) ? summation.Rows() : summation.Columns();
}

}  // namespace openaclnn
