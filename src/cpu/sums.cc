#include "cpu/sums.h"

#include <algorithm>

#include "base/settings.h"
#include "cpu/panel.h"
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
        competing_(CompetingAxis(*run.plan)),
        buffered_(std::max(kWidest, GetSettings().tile)) {}

  void Rows() {
    const int64_t chunks = CeilDiv(shape_.inner, kChunk), rows = shape_.outer * shape_.channels;
    const int64_t units = rows * chunks, columns = std::min(shape_.inner, kChunk);
    if (competing_ < 0) {
      Share(units, columns, [&](int64_t begin, int64_t end) {
        SumRows(io_, 0, begin, end, chunks, TileBuffers(buffered_));
      });
    } else {
      const UnitPanels panels = PanelsOfUnits(units, chunks);
      Share(panels.count, panels.units * columns,
            [&](int64_t begin, int64_t end) { SumPanels(panels, begin, end, chunks); });
    }
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
    const int64_t width = std::min(columns, WidthOfPieces(columns));
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

  // Elements of the axes within the competing one.
  int64_t Line() const {
    int64_t line = 1;
    for (int a = 0; a < competing_; ++a) line *= run_.plan->axes[static_cast<size_t>(a)].extent;
    return line;
  }

  // How many of the columns to take at once: whole vectors, in pieces that are about equally long,
  // or as many whole lines along the competing axis, if that is part of a row, as there can be.
  int64_t WidthOfPieces(int64_t columns) const {
    const int64_t line = Line();
    if (competing_ > 0 && line < columns && line <= kWidest) return kWidest / line * line;
    const bool widest = io_.Streams() && competing_ < 0;
    const int64_t pieces = CeilDiv(columns, widest ? kWidest : kChunk);
    return RoundUp(CeilDiv(columns, pieces), kWidestVector);
  }

  // As many of `rows` whole rows from element `first` on as one tile can take, at least one.
  int64_t RowsAt(const TileIo<float>& io, int64_t first, int64_t rows, int64_t columns) const {
    return std::max<int64_t>(1, io.TileAt(first, rows * columns, buffered_) / columns);
  }

  // `pitch`: elements from a row to the next. More than `columns` only with UsedInPlace.
  void Compute(SumLoop loop, const TileIo<float>& io, int64_t first, int64_t rows, int64_t columns,
               int64_t pitch, const TileInput<float>& channel_values, const TileBuffers& buffers,
               float* sums) const {
    Tile<float> tile{};
    tile.rows = pitch == columns ? rows : 1;
    tile.columns = columns;
    io.Begin(first, buffers, tile);
    if (pitch != columns) {
      tile.rows = rows;
      tile.output_step = pitch;
      for (TileInput<float>& input : tile.inputs) input.row_step = input.mask != 0 ? pitch : 0;
    }
    tile.inputs[channel_operand_] = channel_values;
    loop(run_.params, tile, sums);
    io.End(first, buffers, tile);
  }

  // Whether all operands are used where they lie from `first` to `last`.
  static bool UsedInPlace(const TileIo<float>& io, int64_t first, int64_t last) {
    return io.TileAt(first, last - first, 0) == last - first;
  }

  // A chunk of a row, in the order of the elements.
  struct Unit {
    int64_t outer;
    int64_t channel;
    int64_t chunk;
  };
  // The first element of a unit.
  int64_t ElementAt(int64_t index, int64_t chunks) const {
    return index / chunks * shape_.inner + index % chunks * kChunk;
  }
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

  // How units make up panels: a panel is `units` of them, or what is left, of the `extent` units
  // that follow each other along the competing axis, `step` units apart. Where the axes within that
  // one are no whole number of units, it is neighbours, so many that they cover enough of its
  // lines.
  struct UnitPanels {
    int64_t step;
    int64_t extent;
    int64_t units;
    int64_t sides;  // panels along the extent
    int64_t count;  // of all panels
  };
  UnitPanels PanelsOfUnits(int64_t units, int64_t chunks) const {
    constexpr int64_t kMostElements = 4 * kPanelElements;
    const int64_t line = Line();
    UnitPanels panels{};
    if (line % shape_.inner == 0) {
      panels.step = line / shape_.inner * chunks;
    } else if (line % kChunk == 0) {
      panels.step = line / kChunk;
    }
    if (panels.step > 1) {
      panels.extent = run_.plan->axes[static_cast<size_t>(competing_)].extent;
      panels.units = kBlock;
    } else {
      panels.step = 1;
      panels.extent = units;
      panels.units = CeilDiv(std::clamp(kBlock * line, kPanelElements, kMostElements),
                             std::min(shape_.inner, kChunk));
    }
    panels.units = std::min(panels.units, panels.extent);
    panels.sides = CeilDiv(panels.extent, panels.units);
    panels.count = units / panels.extent * panels.sides;
    return panels;
  }

  void SumPanels(const UnitPanels& panels, int64_t begin, int64_t end, int64_t chunks) const {
    const TileBuffers buffers(buffered_,
                              panels.units * (std::min(shape_.inner, kChunk) + kPanelGap));
    for (int64_t p = begin; p < end; ++p) {
      const int64_t side = p / panels.step % panels.sides * panels.units;
      const int64_t units = std::min(panels.units, panels.extent - side);
      const int64_t index =
          (p / panels.step / panels.sides * panels.extent + side) * panels.step + p % panels.step;
      const int64_t rows = panels.step == 1 ? 1 : units, neighbours = units / rows;
      const int64_t first = ElementAt(index, chunks);
      const int64_t columns = ElementAt(index + neighbours, chunks) - first;
      const int64_t pitch = ElementAt(index + panels.step, chunks) - first;
      const PanelIo part(*run_.plan, run_.data, {first, rows, columns, pitch}, buffers,
                         io_.Streams());
      for (int64_t r = 0; r < rows; ++r) {
        const int64_t at = index + r * panels.step;
        SumRows(part.io(), ElementAt(at, chunks) - r * columns, at, at + neighbours, chunks,
                buffers);
      }
      part.Finish();
    }
  }

  // The units at begin .. end, which `io` has from element `base` of the walk on. Whole chunks of
  // one row follow each other in memory, as do rows of one chunk, so several are done at once. The
  // partial sums of a channel lie together.
  void SumRows(const TileIo<float>& io, int64_t base, int64_t begin, int64_t end, int64_t chunks,
               const TileBuffers& buffers) const {
    constexpr int64_t kMostUnits = 64, kRepeats = kWidestVector / int64_t{sizeof(float)};
    float local[kMostUnits];
    alignas(kWidestVector) float values[kMostUnits * kRepeats];
    Unit unit = UnitAt(begin, chunks);
    for (int64_t index = begin; index < end;) {
      const int64_t columns = std::min(kChunk, shape_.inner - unit.chunk * kChunk);
      const int64_t whole = chunks == 1 ? end - index : shape_.inner / kChunk - unit.chunk;
      const int64_t wanted = std::clamp(whole, int64_t{1}, std::min(end - index, kMostUnits));
      const int64_t row = unit.outer * shape_.channels + unit.channel;
      const int64_t first = row * shape_.inner + unit.chunk * kChunk - base;
      const int64_t units = RowsAt(io, first, wanted, columns);
      Unit next = unit;
      for (int64_t u = 0; u < units; ++u, Advance(next, chunks)) {
        std::fill_n(values + u * kRepeats, kRepeats, channel_values_[next.channel]);
      }
      Compute(run_.kernel->sum_rows, io, first, units, columns, columns, {values, 0, kRepeats},
              buffers, local);
      for (int64_t u = 0; u < units; ++u, Advance(unit, chunks)) {
        partials_[(unit.channel * shape_.outer + unit.outer) * chunks + unit.chunk] = local[u];
      }
      index += units;
    }
  }

  // The units at begin .. end, each a block of rows and up to `width` of their columns.
  void SumColumns(int64_t begin, int64_t end, int64_t blocks, int64_t columns,
                  int64_t width) const {
    const TileBuffers buffers(buffered_,
                              competing_ < 0 ? 0 : (width + kPanelGap) * RowsOfPanel(width));
    alignas(kWidestVector) float values[kWidest];
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t block = unit % blocks, column = unit / blocks * width;
      const int64_t here = std::min(width, columns - column);
      if (unit == begin || block == 0) RepeatChannelValues(column, here, values);
      SumBlock(block, column, here, columns, {values, -1, 0}, buffers);
    }
  }

  static int64_t RowsOfPanel(int64_t width) {
    return std::clamp<int64_t>(kPanelElements / width, 1, kBlock);
  }

  // `width` columns of a block of rows, of which the last one may be short.
  void SumBlock(int64_t block, int64_t column, int64_t width, int64_t columns,
                const TileInput<float>& channel_values, const TileBuffers& buffers) const {
    const int64_t first = block * kBlock * columns + column;
    const int64_t last = std::min(run_.plan->elements, (block + 1) * kBlock * columns);
    alignas(kWidestVector) float sums[kWidest];
    std::fill_n(sums, width, 0.0f);
    if (competing_ < 0) {
      AddRows(io_, first, last, width, columns, channel_values, buffers, sums);
    } else {
      for (int64_t next = first; next < last; next += RowsOfPanel(width) * columns) {
        const int64_t end = std::min(last, next + RowsOfPanel(width) * columns);
        const bool whole = width == columns;  // rows, which follow each other
        const int64_t rows = whole ? 1 : (end - next - width) / columns + 1;
        const PanelIo part(*run_.plan, run_.data, {next, rows, whole ? end - next : width, columns},
                           buffers, io_.Streams());
        AddRows(part.io(), 0, part.elements(), width, width, channel_values, buffers, sums);
        part.Finish();
      }
    }
    std::copy_n(sums, width, partials_ + block * columns + column);
  }

  // Adds up the `width` columns of rows that begin at element first, first + pitch, ... of `io`,
  // before `last`.
  void AddRows(const TileIo<float>& io, int64_t first, int64_t last, int64_t width, int64_t pitch,
               const TileInput<float>& channel_values, const TileBuffers& buffers,
               float* sums) const {
    while (first < last) {
      const int64_t here = std::min(width, last - first);
      int64_t rows = (last - first - here) / pitch + 1;
      if (width == pitch) {
        rows = RowsAt(io, first, rows, here);
      } else if (!UsedInPlace(io, first, last)) {
        rows = 1;
      }
      Compute(run_.kernel->sum_columns, io, first, rows, here, rows > 1 ? pitch : here,
              channel_values, buffers, sums);
      first += rows * pitch;
    }
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
  const int competing_;  // CompetingAxis: the walk is in panels if there is one
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
