#include "kinds/reduction/run.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include "base/ceil_div.h"
#include "cpu/sum_parts.h"
#include "cpu/sum_tree.h"
#include "cpu/term_order.h"
#include "cpu/threads.h"
#include "cpu/tile_io.h"
#include "kinds/reduction/term_loops.h"

namespace openaclnn {
namespace {

constexpr int64_t kChunk = kTermsOfChunk, kBlock = kRowsOfBlock;
constexpr int64_t kWidth = 1024;  // columns that are taken at once
constexpr int64_t kTile = 4096;   // elements that are loaded at once

// How sums are cut. A *chunk* is up to kChunk terms along a row, or kBlock rows of up to kWidth
// columns; chunks are added as a tree.
int64_t ChunksOfRow(const ReductionShape& shape) {
  return shape.along_rows ? CeilDiv(shape.inner, kChunk) : 1;
}
struct Parts : SumParts {
  explicit Parts(const ReductionShape& shape)
      : SumParts(
            shape.along_rows ? shape.reduced * ChunksOfRow(shape) : CeilDiv(shape.reduced, kBlock),
            shape.along_rows ? std::min(kChunk, shape.inner)
                             : kBlock * std::min(kWidth, shape.inner)),
        width(shape.along_rows ? 1 : std::min(kWidth, shape.inner)),
        strips(shape.along_rows ? 1 : CeilDiv(shape.inner, kWidth)),
        chunks_of_row(ChunksOfRow(shape)) {}

  int64_t width;
  int64_t strips;
  int64_t chunks_of_row;
};

template <class T>
class Reduction {
 public:
  using S = SumOf<T>;

  explicit Reduction(const ReductionRun& run)
      : run_(run),
        shape_(run.shape),
        parts_(run.shape),
        loops_(GetTermLoops().Of<T>()),
        io_(*run.plan, {run.elements}, false),
        store_(*run.store, {run.sums}, false),
        partials_(static_cast<S*>(run.partials)) {}

  void Run() const {
    const int64_t units = shape_.outer * parts_.strips * parts_.parts;
    const int64_t elements = std::max<int64_t>(1, run_.plan->elements / units);
    ParallelFor(units, std::max<int64_t>(1, GrainFor(kReductionCost) / elements),
                [this](int64_t begin, int64_t end) {
                  if (!shape_.along_rows) return SumColumns(begin, end);
                  parts_.chunks == 1 ? SumShortRows(begin, end) : SumRows(begin, end);
                });
    if (parts_.parts > 1) AddParts();
  }

 private:
  // `count` elements from `first` on, which buffers hold.
  const T* Load(int64_t first, int64_t count, const TileBuffers& buffers) const {
    Tile<T> tile{};
    tile.rows = 1;
    tile.columns = count;
    io_.Begin(first, buffers, tile);
    if (tile.inputs[0].mask != 0) return tile.inputs[0].values;
    const T value = *tile.inputs[0].values;
    T* const values = reinterpret_cast<T*>(buffers.Values(0));
    std::fill_n(values, count, value);
    return values;
  }

  // Rows, or chunks, of so many elements that are loaded at once where they lie; one element that
  // repeats has to fit a buffer.
  int64_t MostOf(int64_t elements) const {
    const Plan& plan = *run_.plan;
    const bool repeats = plan.axes.empty() || plan.axes[0].stride[0] == 0;
    return repeats ? kTile / elements : kTile;
  }

  // Quotients of averages, in their dtype.
  void Store(int64_t first, const S* sums, int64_t count) const {
    const TileBuffers buffers(kTile);
    for (int64_t done = 0; done < count;) {
      Tile<S> tile{};
      tile.rows = 1;
      tile.columns = store_.TileAt(first + done, count - done, kTile);
      store_.Begin(first + done, buffers, tile);
      for (int64_t i = 0; i < tile.columns; ++i) tile.outputs[0][i] = Result(sums[done + i]);
      store_.End(first + done, buffers, tile);
      done += tile.columns;
    }
  }
  S Result(S sum) const {
    if (!run_.averages) return sum;
    if constexpr (std::is_same_v<S, int64_t>) {
      return sum / shape_.Terms();
    } else {
      return sum / static_cast<double>(shape_.Terms());
    }
  }

  // Rows of one chunk, each a sum.
  void SumShortRows(int64_t begin, int64_t end) const {
    const TileBuffers buffers(kTile);
    const int64_t most = MostOf(shape_.inner);
    std::array<S, kTile> sums;
    for (int64_t row = begin; row < end;) {
      const int64_t first = row * shape_.inner, wanted = std::min(most, end - row);
      const int64_t rows =
          std::max<int64_t>(1, io_.TileAt(first, wanted * shape_.inner, kTile) / shape_.inner);
      loops_.rows(Load(first, rows * shape_.inner, buffers), rows, shape_.inner, sums.data());
      Store(row, sums.data(), rows);
      row += rows;
    }
  }

  // A unit is a part of a sum. Those of a range follow each other, and so do their chunks, of which
  // as many are loaded at once as buffers hold, or more where they lie.
  void SumRows(int64_t begin, int64_t end) const {
    const TileBuffers buffers(kTile);
    SumTree<S> tree(1, kSlackOfSums);
    std::vector<S> sums;
    const int64_t most = MostOf(std::min(kChunk, shape_.inner));
    std::array<S, kTile> loaded;  // the sums of chunks
    int64_t first_loaded = 0, num_loaded = 0;
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t sum = unit / parts_.parts, part = unit % parts_.parts;
      const int64_t first = part * parts_.chunks_of_part;
      const int64_t last = std::min(parts_.chunks, first + parts_.chunks_of_part);
      for (int64_t chunk = sum * parts_.chunks + first; chunk < sum * parts_.chunks + last;
           ++chunk) {
        const int64_t row = chunk / parts_.chunks_of_row, place = chunk % parts_.chunks_of_row;
        const int64_t columns = std::min(kChunk, shape_.inner - place * kChunk);
        const int64_t element = row * shape_.inner + place * kChunk;
        if (chunk >= first_loaded + num_loaded) {
          first_loaded = chunk;
          // Whole rows, or whole chunks of this one.
          const int64_t alike = parts_.chunks_of_row == 1 ? most
                                : columns < kChunk        ? 1
                                                          : shape_.inner / kChunk - place;
          const int64_t wanted = std::min({LastChunk(end) - chunk, alike, most}) * columns;
          num_loaded = std::max<int64_t>(1, io_.TileAt(element, wanted, kTile) / columns);
          loops_.rows(Load(element, num_loaded * columns, buffers), num_loaded, columns,
                      loaded.data());
        }
        *tree.Next() = loaded[static_cast<size_t>(chunk - first_loaded)];
        tree.Add();
      }
      if (parts_.parts > 1) {
        partials_[unit] = *tree.Sum();
      } else {
        sums.push_back(*tree.Sum());
      }
    }
    if (!sums.empty()) Store(begin, sums.data(), end - begin);
  }
  // Behind the last chunk of the unit before `end`.
  int64_t LastChunk(int64_t end) const {
    const int64_t in_sum = std::min(parts_.chunks, end % parts_.parts * parts_.chunks_of_part);
    return end / parts_.parts * parts_.chunks + in_sum;
  }

  // A unit is a part of the sums of a strip.
  void SumColumns(int64_t begin, int64_t end) const {
    const TileBuffers buffers(std::max(kTile, parts_.width));
    SumTree<S> tree(parts_.width, kSlackOfSums);
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t part = unit % parts_.parts, strip = unit / parts_.parts % parts_.strips;
      const int64_t outer = unit / parts_.parts / parts_.strips;
      const int64_t column = strip * parts_.width;
      const int64_t width = std::min(parts_.width, shape_.inner - column);
      const int64_t first = part * parts_.chunks_of_part * kBlock;
      const int64_t last = std::min(shape_.reduced, first + parts_.chunks_of_part * kBlock);
      for (int64_t row = first; row < last; row += kBlock) {
        S* const sums = tree.Next();
        std::fill_n(sums, width, S{0});
        AddBlock((outer * shape_.reduced + row) * shape_.inner + column,
                 std::min(kBlock, last - row), width, buffers, sums);
        tree.Add();
      }
      const S* const sums = tree.Sum();
      if (parts_.parts > 1) {
        std::copy_n(sums, width, partials_ + (outer * parts_.parts + part) * shape_.inner + column);
      } else {
        Store(outer * shape_.inner + column, sums, width);
      }
    }
  }

  // Adds rows of `width` elements from element `first` on.
  void AddBlock(int64_t first, int64_t rows, int64_t width, const TileBuffers& buffers,
                S* sums) const {
    const int64_t all = (rows - 1) * shape_.inner + width;
    if (io_.TileAt(first, all, 0) == all) {  // where they lie
      Tile<T> tile{};
      tile.rows = 1;
      tile.columns = all;
      io_.Begin(first, buffers, tile);
      if (tile.inputs[0].mask != 0) {
        return loops_.columns(tile.inputs[0].values, rows, shape_.inner, width, sums);
      }
    }
    // Whole rows follow each other.
    const int64_t most = width == shape_.inner ? std::max<int64_t>(1, kTile / width) : 1;
    for (int64_t row = 0; row < rows;) {
      const int64_t element = first + row * shape_.inner;
      const int64_t wanted = std::min(most, rows - row);
      const int64_t here = std::max<int64_t>(1, io_.TileAt(element, wanted * width, kTile) / width);
      loops_.columns(Load(element, here * width, buffers), here, width, width, sums);
      row += here;
    }
  }

  // The trees above the parts.
  void AddParts() const {
    const int64_t inner = shape_.along_rows ? 1 : shape_.inner;
    const int64_t strips = CeilDiv(inner, kWidth);
    ParallelFor(shape_.outer * strips, 1, [&](int64_t begin, int64_t end) {
      for (int64_t unit = begin; unit < end; ++unit) {
        const int64_t outer = unit / strips, column = unit % strips * kWidth;
        const int64_t width = std::min(kWidth, inner - column);
        SumTree<S> tree(width, kSlackOfSums);
        for (int64_t part = 0; part < parts_.parts; ++part) {
          std::copy_n(partials_ + (outer * parts_.parts + part) * inner + column, width,
                      tree.Next());
          tree.Add();
        }
        Store(outer * inner + column, tree.Sum(), width);
      }
    });
  }

  const ReductionRun& run_;
  const ReductionShape& shape_;
  const Parts parts_;
  const TermLoops<T> loops_;
  const TileIo<T> io_;
  const TileIo<S> store_;
  S* const partials_;
};

// The sum of nothing is 0, the average of no floats NaN.
template <class S>
void StoreEmpty(const ReductionRun& run) {
  S value = 0;
  if constexpr (std::is_same_v<S, double>) {
    if (run.averages) value = std::numeric_limits<double>::quiet_NaN();
  }
  const TileIo<S> store(*run.store, {run.sums}, false);
  const TileBuffers buffers(kTile);
  for (int64_t first = 0; first < run.store->elements;) {
    Tile<S> tile{};
    tile.rows = 1;
    tile.columns = store.TileAt(first, run.store->elements - first, kTile);
    store.Begin(first, buffers, tile);
    std::fill_n(tile.outputs[0], tile.columns, value);
    store.End(first, buffers, tile);
    first += tile.columns;
  }
}

template <class T>
void RunIn(const ReductionRun& run) {
  if (run.store->elements == 0) return;
  if (run.plan->elements == 0) return StoreEmpty<typename Reduction<T>::S>(run);
  Reduction<T>(run).Run();
}

}  // namespace

int64_t ReductionPartials(const ReductionShape& shape) {
  const Parts parts(shape);
  return parts.parts > 1 ? parts.parts * shape.Sums() : 0;
}

void RunReduction(const ReductionRun& run, LoopType loop) {
  ForLoopType<float, double, Bfloat16Bits, Float16Bits, int64_t>(loop,
                                                                 [&]<class T>() { RunIn<T>(run); });
}

}  // namespace openaclnn
