#include "kinds/rows/run.h"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "base/settings.h"
#include "cpu/gather.h"
#include "cpu/panel.h"
#include "cpu/streaming.h"
#include "cpu/threads.h"

namespace openaclnn {
namespace {

// Rows up to this long are taken whole: with what is kept of them they fit the second-level cache.
constexpr int64_t kWholeRow = int64_t{1} << 15;
// Those that have to be moved together with their neighbours, to be dense, up to this long.
constexpr int64_t kWholeRowOfPanel = int64_t{1} << 14;
// Rows that are this long are shared by threads if there are fewer rows than threads.
constexpr int64_t kSharedRow = 4 * kRowChunk;
// Elements of rows that are taken chunk by chunk, and read a second time before the caches have
// lost them, unless a single row is longer.
constexpr int64_t kElementsOfBlock = int64_t{1} << 20;
// Elements of the short rows that are done in one call.
constexpr int64_t kElementsOfTile = 4 * kRowChunk;
// The same of rows that are done where they lie, long ones too. What a call loads as a vector of
// the tile, which was stored bit by bit, waits for all stores before, and streamed ones take long.
constexpr int64_t kElementsInPlace = int64_t{1} << 17;

static_assert(kRowsAtOnce * kRowChunk <= kWholeRow);  // which are kept too

double* Aligned(double* memory) {
  const auto past = reinterpret_cast<uintptr_t>(memory) % kWidestVector;
  return memory + (kWidestVector - past) % kWidestVector / sizeof(double);
}

// Neighbours that share lines of memory are taken together, however long they are.
int64_t RowsOfBlock(const Plan& plan) {
  const int64_t least = CompetingAxis(plan) == 1 ? kRowsAbreast : 1;
  return std::min(std::max(least, kElementsOfBlock / plan.axes[0].extent), CountRows(plan));
}

template <class T>
class RowWalk {
 public:
  // `plan` is run.plan without the numbers of rows, `outer` without the axis of rows.
  RowWalk(const RowsRun& run, const Plan& plan, const Plan& outer)
      : run_(run),
        plan_(plan),
        outer_(outer),
        loops_(RowLoopsOf<T>(*run.kernel)),
        streams_(ExceedsCaches(plan)),
        io_(plan, run.data, streams_),
        columns_(plan.axes[0].extent),
        rows_(CountRows(plan)),
        in_panels_(TakesPanels()),
        plain_(IsPlain()),
        abreast_(TakesAbreast()) {}

  void Run() const {
    const bool whole = columns_ <= (in_panels_ && !abreast_ ? kWholeRowOfPanel : kWholeRow);
    const bool shared = columns_ >= kSharedRow && rows_ < GetSettings().num_threads;
    if (!whole || shared) return RunByChunks();
    abreast_ ? RunAbreast() : RunWhole();
  }

 private:
  // Whether neighbouring rows have to be moved together, as elements of one are lines apart.
  bool TakesPanels() const {
    if constexpr (std::is_same_v<T, double>) return false;
    for (int k = 0; k < plan_.num_operands; ++k) {
      if (DtypeBytes(plan_.dtype[k]) > int{sizeof(float)}) return false;
    }
    return CompetingAxis(plan_) == 1;
  }

  // Whether the loops read and write what lies in memory, or its copy in a panel, as it is there.
  bool IsPlain() const {
    for (int k = 0; k < plan_.num_operands; ++k) {
      if (plan_.dtype[k] != LoopTraits<T>::kDtype || plan_.axes[0].stride[k] == 0) return false;
    }
    return true;
  }

  // Whether a vector can have an element of each of several rows, as it lies.
  bool TakesAbreast() const {
    if (loops_.reduce_abreast == nullptr || !in_panels_ || !plain_) return false;
    for (int k = 0; k < plan_.num_operands; ++k) {
      if (plan_.axes[1].stride[k] != int64_t{sizeof(T)}) return false;
    }
    return true;
  }

  // Rows from `row` on, before `end`, that can be taken at once; those of a panel are equally far
  // apart.
  int64_t RowsAt(int64_t row, int64_t end, int64_t columns) const {
    if (!in_panels_) {
      if (columns != columns_) return 1;
      const bool in_place = plain_ && io_.IsAllInPlace();
      const int64_t most = (in_place ? kElementsInPlace : kElementsOfTile) / columns;
      return std::min(end - row, std::clamp<int64_t>(most, 1, kElementsOfTile));
    }
    const int64_t extent = plan_.axes[1].extent;
    return std::min({end - row, SideOf(columns), extent - row % extent});
  }
  // Rows that are moved, or done, together.
  int64_t SideOf(int64_t columns) const {
    constexpr int64_t kAbreast = std::min(kRowsAbreast, kBytesAbreast / int64_t{sizeof(T)});
    return abreast_ ? kAbreast : RowsOfPanel(columns);
  }
  // A panel of long rows leaves the second-level cache rather than be narrow: with 16 rows of 4096
  // floats instead of 64, each jump to the next column brings one line and takes 1.9 times as long.
  static int64_t RowsOfPanel(int64_t columns) {
    const int64_t in_cache = std::clamp<int64_t>(kPanelElements / columns, 16, 1024);
    return std::max(in_cache, std::min<int64_t>(64, 4 * kPanelElements / columns));
  }

  int64_t Grain(int64_t elements) const {
    return std::max<int64_t>(1, GrainFor(run_.kernel->cost) / elements);
  }

  // An input that repeats one element, spread.
  static const T* Values(const TileInput<T>& input, int64_t count, std::byte* buffer) {
    if (input.mask != 0) return input.values;
    const T value = *input.values;
    std::fill_n(reinterpret_cast<T*>(buffer), count, value);
    return reinterpret_cast<const T*>(buffer);
  }

  // Calls compute(tile) for `rows` rows of `columns` elements each from element `first` of io's
  // walk on, which follow each other.
  template <class Compute>
  static void WithTile(const TileIo<T>& io, const Plan& plan, int64_t first, int64_t rows,
                       int64_t columns, bool writes, const TileBuffers& buffers,
                       const Compute& compute) {
    Tile<T> loaded{};
    loaded.rows = 1;
    loaded.columns = rows * columns;
    io.Begin(first, buffers, loaded);
    RowTile<T> tile{};
    for (int k = 0; k < plan.num_operands - plan.num_outputs; ++k) {
      tile.inputs[k] = Values(loaded.inputs[k], loaded.columns, buffers.Values(k));
      tile.input_steps[k] = columns;
    }
    tile.output = loaded.outputs[0];
    tile.output_step = columns;
    tile.stream = loaded.stream;
    tile.rows = rows;
    tile.columns = columns;
    compute(tile, 0);
    if (writes) io.End(first, buffers, loaded);
  }

  // `rows` rows of a panel, `columns` elements each.
  static RowTile<T> TileOfPanel(const PanelIo<T>& part, const Plan& plan, int64_t rows,
                                int64_t columns, const TileBuffers& buffers) {
    Tile<T> first{}, second{};
    first.rows = second.rows = 1;
    first.columns = second.columns = columns;
    part.io().Begin(0, buffers, first);
    part.io().Begin(columns, buffers, second);
    RowTile<T> tile{};
    for (int k = 0; k < plan.num_operands - plan.num_outputs; ++k) {
      tile.inputs[k] = first.inputs[k].values;
      tile.input_steps[k] = second.inputs[k].values - first.inputs[k].values;
    }
    tile.output = first.outputs[0];
    tile.output_step = second.outputs[0] - first.outputs[0];
    tile.rows = rows;
    tile.columns = columns;
    return tile;
  }

  // `count` rows abreast from `row` on, `columns` elements from `column` on.
  RowTile<T> TileAbreast(int64_t row, int64_t count, int64_t column, int64_t columns) const {
    const auto place = [&](int k) {
      const int64_t offset = OffsetOf(plan_, k, row * columns_ + column);
      return reinterpret_cast<T*>(run_.data[k] + plan_.origin[k] + offset);
    };
    const auto step = [&](int k) { return plan_.axes[0].stride[k] / int64_t{sizeof(T)}; };
    const int inputs = plan_.num_operands - plan_.num_outputs;
    RowTile<T> tile{};
    for (int k = 0; k < inputs; ++k) tile.inputs[k] = place(k), tile.input_steps[k] = step(k);
    tile.output = place(inputs);
    tile.output_step = step(inputs);
    tile.rows = count;
    tile.columns = columns;
    tile.stream = streams_;
    return tile;
  }

  // Calls compute(tile, r) for `count` rows from `row` on, or a chunk of them: `columns` elements
  // from `column` on. r: of the tile's first row, counted from `row`. A tile of chunks has one row.
  template <class Compute>
  void ForRows(int64_t row, int64_t count, int64_t column, int64_t columns, bool writes,
               const TileBuffers& buffers, const Compute& compute) const {
    const int64_t first = row * columns_ + column;
    if (!in_panels_) {
      return WithTile(io_, plan_, first, count, columns, writes, buffers, compute);
    }
    const Panel panel{first, count, columns, columns_};
    if constexpr (!std::is_same_v<T, double>) {
      const PanelIo<T> part(plan_, run_.data, panel, buffers, streams_);
      if (plain_ && columns == columns_ && count > 1) {
        compute(TileOfPanel(part, plan_, count, columns, buffers), 0);
        return writes ? part.Finish() : void();
      }
      for (int64_t r = 0; r < count; ++r) {
        WithTile(part.io(), plan_, r * columns, 1, columns, writes, buffers,
                 [&](const RowTile<T>& tile, int64_t) { compute(tile, r); });
      }
      if (writes) part.Finish();
    }
  }

  // Calls compute(tile, numbers) for a chunk of `count` rows abreast from `row` on; `all` has the
  // numbers of their chunks, row by row.
  template <class Compute>
  void ForChunkAbreast(int64_t row, int64_t count, int64_t chunk, RowNumbers* all,
                       const Compute& compute) const {
    const int64_t chunks = CeilDiv(columns_, kRowChunk), column = chunk * kRowChunk;
    RowNumbers numbers[kRowsAbreast];
    for (int64_t r = 0; r < count; ++r) numbers[r] = all[r * chunks + chunk];
    compute(TileAbreast(row, count, column, std::min(kRowChunk, columns_ - column)), numbers);
    for (int64_t r = 0; r < count; ++r) all[r * chunks + chunk] = numbers[r];
  }

  void RunAbreast() const {
    const int64_t chunks = CeilDiv(columns_, kRowChunk);
    const int64_t grain = CeilDiv(Grain(columns_), kRowsAbreast) * kRowsAbreast;
    ParallelFor(rows_, grain, [&](int64_t begin, int64_t end) {
      thread_local std::vector<double> memory(kRowsAbreast * kRowChunk + 2 * kWidestVector);
      double* const kept = chunks == 1 ? Aligned(memory.data()) : nullptr;
      thread_local std::vector<RowNumbers> numbers(kRowsAbreast * kWholeRow / kRowChunk);
      for (int64_t row = begin; row < end;) {
        const int64_t count = RowsAt(row, end, columns_);
        for (int64_t c = 0; c < chunks; ++c) {
          ForChunkAbreast(row, count, c, numbers.data(), [&](const RowTile<T>& tile, auto* chunk) {
            loops_.reduce_abreast(tile, kept, chunk);
          });
        }
        if (chunks == 1) {
          loops_.fold_abreast(numbers.data(), count);
        } else {
          for (int64_t r = 0; r < count; ++r) loops_.fold(numbers.data() + r * chunks, chunks);
        }
        for (int64_t c = 0; c < chunks; ++c) {
          ForChunkAbreast(row, count, c, numbers.data(), [&](const RowTile<T>& tile, auto* chunk) {
            loops_.map_abreast(tile, kept, chunk);
          });
        }
        row += count;
      }
      if (streams_) FinishStreaming();
    });
  }

  TileBuffers Buffers(int64_t columns) const {
    const int64_t tile = std::max(kElementsOfTile, columns);
    const int64_t rows = in_panels_ ? RowsOfPanel(columns) : 0;
    return TileBuffers(tile, rows * (columns + kPanelGap));
  }

  void RunWhole() const {
    ParallelFor(rows_, Grain(columns_), [&](int64_t begin, int64_t end) {
      const TileBuffers buffers = Buffers(columns_);
      thread_local std::vector<double> memory(kWholeRow + 2 * kWidestVector);
      double* const kept = Aligned(memory.data());
      RowNumbers chunks[kWholeRow / kRowChunk];
      double sums[kElementsOfTile];
      for (int64_t row = begin; row < end;) {
        const int64_t count = RowsAt(row, end, columns_);
        ForRows(row, count, 0, columns_, true, buffers, [&](const RowTile<T>& tile, int64_t r) {
          loops_.whole(tile, kept, chunks, sums);
          StoreNumbers(row + r, tile.rows, sums);
        });
        row += count;
      }
      if (streams_) FinishStreaming();
    });
  }

  // Each block of rows in three steps; the threads share the chunks of all of its rows.
  void RunByChunks() const {
    const int64_t chunks = CeilDiv(columns_, kRowChunk), block = RowsOfBlock(plan_);
    for (int64_t row = 0; row < rows_; row += block) {
      const int64_t rows = std::min(block, rows_ - row);
      ForChunks(
          row, rows, chunks, false,
          [&](const RowTile<T>& tile, RowNumbers& chunk) { loops_.reduce(tile, chunk); },
          [&](const RowTile<T>& tile, RowNumbers* each) {
            loops_.reduce_abreast(tile, nullptr, each);
          });
      ParallelFor(rows, Grain(chunks), [&](int64_t begin, int64_t end) {
        for (int64_t r = begin; r < end; ++r) loops_.fold(run_.chunks + r * chunks, chunks);
      });
      ForChunks(
          row, rows, chunks, true,
          [&](const RowTile<T>& tile, RowNumbers& chunk) {
            const RowNumbers numbers = chunk;
            loops_.map(tile, numbers, chunk[0]);
          },
          [&](const RowTile<T>& tile, const RowNumbers* each) {
            loops_.map_abreast(tile, nullptr, each);
          });
      for (int64_t r = 0; r < rows && run_.has_row_result; ++r) {
        const double sum = TreeSum(run_.chunks + r * chunks, chunks);
        StoreNumbers(row + r, 1, &sum);
      }
    }
  }

  // Calls compute(tile, numbers) for each chunk of `rows` rows from `row` on: column by column of
  // chunks where neighbours are moved together, row by row elsewhere; compute_abreast(tile,
  // numbers) for chunks of rows abreast.
  template <class Compute, class ComputeAbreast>
  void ForChunks(int64_t row, int64_t rows, int64_t chunks, bool writes, const Compute& compute,
                 const ComputeAbreast& compute_abreast) const {
    const int64_t side = in_panels_ ? std::min(rows, SideOf(kRowChunk)) : 1;
    const int64_t panels = CeilDiv(rows, side);
    ParallelFor(panels * chunks, Grain(side * kRowChunk), [&](int64_t begin, int64_t end) {
      const TileBuffers buffers = Buffers(kRowChunk);
      for (int64_t unit = begin; unit < end; ++unit) {
        const int64_t chunk = unit % chunks, column = chunk * kRowChunk;
        const int64_t columns = std::min(kRowChunk, columns_ - column);
        const int64_t last = std::min(rows, (unit / chunks + 1) * side);
        for (int64_t r = unit / chunks * side; r < last;) {
          const int64_t count = in_panels_ ? RowsAt(row + r, row + last, kRowChunk) : 1;
          if (abreast_) {
            ForChunkAbreast(row + r, count, chunk, run_.chunks + r * chunks, compute_abreast);
          } else {
            ForRows(row + r, count, column, columns, writes, buffers,
                    [&](const RowTile<T>& tile, int64_t i) {
                      compute(tile, run_.chunks[(r + i) * chunks + chunk]);
                    });
          }
          r += count;
        }
      }
      if (streams_ && writes) FinishStreaming();
    });
  }

  // Rounded once.
  void StoreNumbers(int64_t row, int64_t count, const double* numbers) const {
    if (!run_.has_row_result) return;
    const int k = outer_.num_operands - 1;
    const auto store = StoreConversion(LoopType::kDouble, outer_.dtype[k]);
    for (int64_t r = 0; r < count; ++r) {
      std::byte* const base = run_.data[k] + outer_.origin[k];
      store(numbers + r, base + OffsetOf(outer_, k, row + r), 1);
    }
  }

  const RowsRun& run_;
  const Plan& plan_;
  const Plan& outer_;
  const RowLoops<T>& loops_;
  const bool streams_;
  const TileIo<T> io_;
  const int64_t columns_;
  const int64_t rows_;
  const bool in_panels_;
  const bool plain_;
  const bool abreast_;
};

// The numbers of rows without elements: sums over nothing.
void StoreZeros(const RowsRun& run, const Plan& outer) {
  if (!run.has_row_result) return;
  const int k = outer.num_operands - 1;
  for (int64_t row = 0; row < CountRows(*run.plan); ++row) {
    std::byte* const to = run.data[k] + outer.origin[k] + OffsetOf(outer, k, row);
    std::fill_n(to, DtypeBytes(outer.dtype[k]), std::byte{0});
  }
}

}  // namespace

int64_t RowChunks(const Plan& plan) {
  const int64_t columns = plan.axes.empty() ? 0 : plan.axes[0].extent;
  if (columns < kSharedRow) return 0;
  return RowsOfBlock(plan) * CeilDiv(columns, kRowChunk);
}

void RunRows(const RowsRun& run, LoopType loop) {
  if (run.plan->axes.empty()) return;
  Plan outer = *run.plan;
  outer.axes.erase(outer.axes.begin());
  if (run.plan->elements == 0) return StoreZeros(run, outer);
  Plan plan = *run.plan;
  if (run.has_row_result) --plan.num_operands, --plan.num_outputs;
  ForLoopType<float, double, Bfloat16Bits, Float16Bits>(
      loop, [&]<class T>() { RowWalk<T>(run, plan, outer).Run(); });
}

}  // namespace openaclnn
