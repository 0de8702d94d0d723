#include "kinds/channels/sums.h"

#include <algorithm>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "base/settings.h"
#include "cpu/gather.h"
#include "cpu/look_ahead.h"
#include "cpu/panel.h"
#include "cpu/streaming.h"
#include "cpu/sum_tree.h"
#include "cpu/threads.h"
#include "kinds/channels/kernel.h"
#include "kinds/channels/row_chunks.h"
#include "kinds/channels/sum_order.h"

namespace openaclnn {
namespace {

// Columns that are taken at once of what exceeds the caches, so that memory is read in long bursts;
// their sums and the channels' values fill 48 KiB. 16 Mi elements in rows of 3136 took 1.33 times
// as long as the best triad in pieces of 784, and 0.97 times as whole rows. In the caches pieces of
// up to kSumChunk are as fast, and there are more of them to share.
constexpr int64_t kWidest = 4096;
int64_t RoundUp(int64_t a, int64_t unit) { return CeilDiv(a, unit) * unit; }

template <class T>
class Summation {
 public:
  Summation(const ElementwiseRun& run, const SumShape& shape, const SumOrder& order,
            int channel_operand, double* partials)
      : run_(run),
        shape_(shape),
        order_(order),
        channel_operand_(channel_operand),
        channel_values_(reinterpret_cast<const T*>(run.data[channel_operand])),
        partials_(partials),
        chunks_(shape),
        io_(*run.plan, run.data),
        competing_(CompetingAxis(*run.plan)),
        buffered_(std::max(kWidest, GetSettings().tile)) {}

  void Run() { order_.along_rows ? SumAllRows() : SumAllColumns(); }

  void Fold(double* sums) const { order_.along_rows ? FoldRows(sums) : FoldColumns(sums); }

 private:
  void SumAllRows() const {
    if (competing_ < 0) {
      Share(chunks_.count(), chunks_.longest(), [&](int64_t begin, int64_t end) {
        SumRows(io_, 0, begin, end, TileBuffers(buffered_));
      });
    } else {
      const ChunkPanels panels(chunks_, *run_.plan, competing_, Line());
      Share(panels.count(), panels.most() * chunks_.longest(),
            [&](int64_t begin, int64_t end) { SumPanels(panels, begin, end); });
    }
  }

  void FoldRows(double* sums) const {
    const int64_t per_channel = chunks_.of_channel();
    Share(shape_.channels, per_channel, [&](int64_t begin, int64_t end) {
      for (int64_t c = begin; c < end; ++c) {
        sums[c] = TreeSum(partials_ + c * per_channel, per_channel);
      }
    });
  }

  int64_t Blocks() const { return CeilDiv(shape_.outer, order_.side * kSumBlock); }

  void SumAllColumns() const {
    const int64_t columns = order_.side * shape_.channels * shape_.inner, blocks = Blocks();
    const int64_t width = std::min(columns, WidthOfPieces(columns));
    const int64_t chunks = CeilDiv(columns, width);
    Share(blocks * chunks, width * kSumBlock,
          [&](int64_t begin, int64_t end) { SumColumns(begin, end, blocks, columns, width); });
  }

  void FoldColumns(double* sums) const {
    const int64_t rows = Blocks() * order_.side;
    Share(shape_.channels, rows * shape_.inner, [&](int64_t begin, int64_t end) {
      FoldPartials(shape_, rows, begin, end, partials_, sums);
    });
  }

  const SumLoops<T>& Loops() const { return SumLoopsOf<T>(*run_.kernel); }

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
    const int64_t pieces = CeilDiv(columns, widest ? kWidest : kSumChunk);
    return RoundUp(CeilDiv(columns, pieces), kWidestVector);
  }

  // As many of `rows` whole rows from element `first` on as one tile can take, at least one.
  int64_t RowsAt(const TileIo<T>& io, int64_t first, int64_t rows, int64_t columns) const {
    return std::max<int64_t>(1, io.TileAt(first, rows * columns, buffered_) / columns);
  }

  // Rows that follow each other in the walk, of several chunks or of part of one.
  struct Stretch {
    int64_t count;
    int64_t columns;
    int64_t pitch = columns;  // elements from a row to the next; more only with UsedInPlace
    bool are_lines = false;   // of the plan's innermost axis, used where they lie
  };
  void Compute(typename SumLoops<T>::Loop loop, const TileIo<T>& io, int64_t first,
               const Stretch& rows, const TileInput<T>& channel_values, const TileBuffers& buffers,
               double* sums) const {
    const bool apart = rows.pitch != rows.columns;
    Tile<T> tile{};
    tile.rows = apart ? 1 : rows.count;
    tile.columns = rows.columns;
    rows.are_lines ? io.BeginRows(first, buffers, tile) : io.Begin(first, buffers, tile);
    if (apart) {
      tile.rows = rows.count;
      tile.output_steps[0] = rows.pitch;
      for (TileInput<T>& input : tile.inputs) input.row_step = input.mask != 0 ? rows.pitch : 0;
    }
    tile.inputs[channel_operand_] = channel_values;
    loop(run_.params, tile, sums);
    if (!rows.are_lines) io.End(first, buffers, tile);
  }

  // Whether all operands are used where they lie from `first` to `last`.
  static bool UsedInPlace(const TileIo<T>& io, int64_t first, int64_t last) {
    return io.TileAt(first, last - first, 0) == last - first;
  }

  // The memory of the inputs in a panel of several rows, which machines do not foresee: of those
  // that are dense its rows, or of those that follow each other along the axis around the innermost
  // one, and are gathered, its lines.
  LookAhead MemoryOf(const Panel& panel, bool is_dense) const {
    LookAhead memory;
    const Plan& plan = *run_.plan;
    if (competing_ != 1 || panel.rows == 1) return memory;
    for (int k = 0; k < plan.num_operands - plan.num_outputs; ++k) {
      const int64_t item = DtypeBytes(plan.dtype[k]);
      const uintptr_t first =
          reinterpret_cast<uintptr_t>(run_.data[k]) +
          static_cast<uintptr_t>(plan.origin[k] + OffsetOf(plan, k, panel.first));
      if (is_dense && IsDense(plan, k)) {
        memory.Add({first, panel.pitch * item, panel.columns * item, panel.rows});
      } else if (!is_dense && plan.axes[1].stride[k] == item) {
        memory.Add({first, plan.axes[0].stride[k], panel.rows * item, panel.columns});
      }
    }
    return memory;
  }

  void SumPanels(const ChunkPanels& panels, int64_t begin, int64_t end) const {
    const TileBuffers buffers(buffered_, panels.most() * (chunks_.longest() + kPanelGap));
    for (int64_t p = begin; p < end; ++p) {
      const PanelChunks of = panels.At(p);
      const Panel panel = panels.Place(of);
      const LookAhead dense = MemoryOf(panel, true);
      LookAhead gathered;
      if (p + 1 < end) gathered = MemoryOf(panels.Place(panels.At(p + 1)), false);
      dense.AskForRunsAfter(-1);  // the first
      const PanelIo<T> part(*run_.plan, run_.data, panel, buffers, io_.Streams());
      const auto ask = [&](int64_t r) {
        dense.AskForRunsAfter(r);
        gathered.AskForShare(r + 1, panel.rows);
      };
      if (panel.rows > 1 && part.io().TakesRows()) {
        SumLines(part.io(), {of.first, panel.rows, panels.step()}, panel.columns, buffers, ask);
      } else {
        for (int64_t r = 0; r < panel.rows; ++r) {
          ask(r);
          const int64_t at = of.first + r * panels.step();
          SumRows(part.io(), chunks_.ElementAt(at) - r * panel.columns, at, at + of.neighbours,
                  buffers);
        }
      }
      part.Finish();
    }
  }

  double& PartialAt(int64_t chunk) const { return partials_[chunks_.PartialOf(chunk)]; }

  // The value of a chunk's channel, of which a vector can be read.
  static constexpr int64_t kRepeats = kWidestVector / int64_t{sizeof(T)};
  void RepeatValue(int64_t chunk, T* values) const {
    std::fill_n(values, kRepeats, channel_values_[chunks_.ChannelOf(chunk)]);
  }

  // `count` chunks, up to kSumBlock, `step` from one to the next, which are all the rows of `io`,
  // used where they lie. Calls ask(r) before row r. A call for each row, so that memory is asked
  // for evenly, and little else, as it takes no longer than some hundred elements.
  struct Lines {
    int64_t first;
    int64_t count;
    int64_t step;
  };
  template <class Ask>
  void SumLines(const TileIo<T>& io, const Lines& lines, int64_t columns,
                const TileBuffers& buffers, const Ask& ask) const {
    alignas(kWidestVector) T values[kSumBlock * kRepeats];
    Tile<T> tile{};
    tile.rows = lines.count;
    tile.columns = columns;
    io.BeginRows(0, buffers, tile);
    tile.inputs[channel_operand_] = {values, 0, kRepeats};
    for (int64_t r = 0; r < lines.count; ++r) {
      RepeatValue(lines.first + r * lines.step, values + r * kRepeats);
    }
    tile.rows = 1;
    for (int64_t r = 0; r < lines.count; ++r) {
      ask(r);
      Loops().rows(run_.params, tile, &PartialAt(lines.first + r * lines.step));
      for (TileInput<T>& input : tile.inputs) input.values += input.row_step;
      tile.outputs[0] += tile.output_steps[0];
    }
  }

  // The chunks begin .. end, which `io` has from element `base` of the walk on. Takes as many at
  // once as lie in rows of which each has one channel.
  void SumRows(const TileIo<T>& io, int64_t base, int64_t begin, int64_t end,
               const TileBuffers& buffers) const {
    constexpr int64_t kMostChunks = 64;
    double local[kMostChunks];
    alignas(kWidestVector) T values[kMostChunks * kRepeats];
    for (int64_t chunk = begin; chunk < end;) {
      const int64_t first = chunks_.ElementAt(chunk) - base;
      const Stretch rows = StretchAt(io, first, chunk, std::min(end - chunk, kMostChunks));
      const int64_t of_row = CeilDiv(rows.columns, kSumChunk);
      for (int64_t r = 0; r < rows.count; ++r) {
        RepeatValue(chunk + r * of_row, values + r * kRepeats);
      }
      Compute(Loops().rows, io, first, rows, {values, 0, kRepeats}, buffers, local);
      for (int64_t i = 0; i < rows.count * of_row; ++i, ++chunk) PartialAt(chunk) = local[i];
    }
  }

  // Which to take at once of `wanted` chunks from `chunk` on, where element `first` of `io` is:
  // lines, whole rows of inner elements, or chunks of one.
  Stretch StretchAt(const TileIo<T>& io, int64_t first, int64_t chunk, int64_t wanted) const {
    const int64_t line = LineOfRows(io);
    if (line > 0 && first % line == 0 && wanted >= CeilDiv(line, kSumChunk)) {
      const int64_t lines = wanted / CeilDiv(line, kSumChunk);
      return {io.RowsAt(first, lines * line, buffered_), line, line, true};
    }
    const int64_t of_row = chunks_.of_row(), begin = chunk % of_row;
    const bool whole = begin == 0 && wanted >= of_row;
    const int64_t columns = std::min(shape_.inner - begin * kSumChunk, wanted * kSumChunk);
    const int64_t rows = whole ? wanted / of_row : 1;
    const int64_t elements = io.TileAt(first, rows * columns, buffered_);
    if (elements >= columns) return {elements / columns, columns};
    return {1, std::min(columns, std::max<int64_t>(1, elements / kSumChunk) * kSumChunk)};
  }

  // The elements of the innermost axis, if they are whole chunks and several such lines are used as
  // they lie; or 0.
  int64_t LineOfRows(const TileIo<T>& io) const {
    if (&io != &io_ || !io.TakesRows()) return 0;
    const int64_t line = run_.plan->axes[0].extent;
    return line == shape_.inner || (line % kSumChunk == 0 && shape_.inner % line == 0) ? line : 0;
  }

  // The pieces begin .. end, each a block of rows and up to `width` of their columns.
  void SumColumns(int64_t begin, int64_t end, int64_t blocks, int64_t columns,
                  int64_t width) const {
    const TileBuffers buffers(buffered_,
                              competing_ < 0 ? 0 : (width + kPanelGap) * RowsOfPanel(width));
    alignas(kWidestVector) T values[kWidest];
    for (int64_t piece = begin; piece < end; ++piece) {
      const int64_t block = piece % blocks, column = piece / blocks * width;
      const int64_t here = std::min(width, columns - column);
      if (piece == begin || block == 0)
        RepeatChannelValues(shape_, channel_values_, column, here, values);
      SumBlock(block, column, here, columns, {values, -1, 0}, buffers);
    }
  }

  static int64_t RowsOfPanel(int64_t width) {
    return std::clamp<int64_t>(kPanelElements / width, 1, kSumBlock);
  }

  // `width` columns of a block of rows, of which the last one may be short.
  void SumBlock(int64_t block, int64_t column, int64_t width, int64_t columns,
                const TileInput<T>& channel_values, const TileBuffers& buffers) const {
    const int64_t first = block * kSumBlock * columns + column;
    const int64_t last = std::min(run_.plan->elements, (block + 1) * kSumBlock * columns);
    alignas(kWidestVector) double sums[kWidest + kWidestVector / sizeof(double)];
    std::fill_n(sums, width, 0.0);
    if (competing_ < 0) {
      AddRows(io_, first, last, width, columns, channel_values, buffers, sums);
    } else {
      for (int64_t next = first; next < last; next += RowsOfPanel(width) * columns) {
        const int64_t end = std::min(last, next + RowsOfPanel(width) * columns);
        const bool whole = width == columns;  // rows, which follow each other
        const int64_t rows = whole ? 1 : (end - next - width) / columns + 1;
        const PanelIo<T> part(*run_.plan, run_.data,
                              {next, rows, whole ? end - next : width, columns}, buffers,
                              io_.Streams());
        AddRows(part.io(), 0, part.elements(), width, width, channel_values, buffers, sums);
        part.Finish();
      }
    }
    std::copy_n(sums, width, partials_ + block * columns + column);
  }

  // Adds up the `width` columns of rows that begin at element first, first + pitch, ... of `io`,
  // before `last`.
  void AddRows(const TileIo<T>& io, int64_t first, int64_t last, int64_t width, int64_t pitch,
               const TileInput<T>& channel_values, const TileBuffers& buffers, double* sums) const {
    while (first < last) {
      const int64_t here = std::min(width, last - first);
      int64_t rows = (last - first - here) / pitch + 1;
      if (width == pitch) {
        rows = RowsAt(io, first, rows, here);
      } else if (!UsedInPlace(io, first, last)) {
        rows = 1;
      }
      Compute(Loops().columns, io, first, {rows, here, rows > 1 ? pitch : here}, channel_values,
              buffers, sums);
      first += rows * pitch;
    }
  }

  const ElementwiseRun& run_;
  const SumShape shape_;
  const SumOrder order_;
  const int channel_operand_;
  const T* const channel_values_;
  double* const partials_;
  const RowChunks chunks_;
  const TileIo<T> io_;
  const int competing_;  // CompetingAxis: the walk is in panels if there is one
  const int64_t buffered_;
};

// Without `sums`, the partial sums are not added.
template <class T>
void RunIn(const ElementwiseRun& run, const SumShape& shape, const SumOrder& order,
           int channel_operand, double* partials, double* sums) {
  if (run.plan->elements == 0) {
    if (sums != nullptr) std::fill_n(sums, shape.channels, 0.0);
    return;
  }
  Summation<T> summation(run, shape, order, channel_operand, partials);
  summation.Run();
  if (sums != nullptr) summation.Fold(sums);
}

void RunIn(LoopType loop, const ElementwiseRun& run, const SumShape& shape, const SumOrder& order,
           int channel_operand, double* partials, double* sums) {
  ForLoopType<float, Bfloat16Bits, Float16Bits>(
      loop, [&]<class T>() { RunIn<T>(run, shape, order, channel_operand, partials, sums); });
}

}  // namespace

SumOrder OrderOf(const SumShape& shape) {
  return {.along_rows = SumsRows(shape), .side = SideBySide(shape)};
}

int64_t PartialSums(const SumShape& shape, const SumOrder& order) {
  if (shape.outer * shape.channels * shape.inner == 0) return 0;
  if (order.along_rows) return shape.outer * shape.channels * CeilDiv(shape.inner, kSumChunk);
  const int64_t side = order.side;
  return CeilDiv(shape.outer, side * kSumBlock) * side * shape.channels * shape.inner;
}

void RunWithSums(const ElementwiseRun& run, const SumShape& shape, int channel_operand,
                 LoopType loop, double* partials, double* sums) {
  RunIn(loop, run, shape, OrderOf(shape), channel_operand, partials, sums);
}

void RunPartialSums(const ElementwiseRun& run, const SumShape& shape, const SumOrder& order,
                    int channel_operand, LoopType loop, double* partials) {
  RunIn(loop, run, shape, order, channel_operand, partials, nullptr);
}

}  // namespace openaclnn
