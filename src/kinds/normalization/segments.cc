#include "kinds/normalization/segments.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "base/ceil_div.h"
#include "cpu/streaming.h"
#include "cpu/sum_tree.h"
#include "cpu/term_order.h"
#include "cpu/threads.h"
#include "kinds/normalization/loops.h"
#include "kinds/normalization/rows_io.h"

namespace openaclnn {
namespace {

// What lies at columns that follow each other in a row.
template <class T>
struct Stretch {
  const T* x;
  const T* grad;
  T* out;
  int64_t count;
};

// A row of a tile: all of it is there at once.
template <class T>
class RowInTile {
 public:
  RowInTile(const NormTile<T>& tile, int64_t row) : tile_(tile), first_(row * tile.columns) {}

  // Calls use(stretch) for `count` columns from `column` on. All stretches but the last one are
  // whole numbers of kTermsOfChunk.
  template <class Use>
  void ForColumns(int64_t column, int64_t count, const Use& use) const {
    const int64_t at = first_ + column;
    use(Stretch<T>{tile_.x + at, tile_.grad == nullptr ? nullptr : tile_.grad + at,
                   tile_.out == nullptr ? nullptr : tile_.out + at, count});
  }
  template <class Use>
  void MapColumns(int64_t column, int64_t count, const Use& use) const {
    ForColumns(column, count, use);
  }

 private:
  const NormTile<T>& tile_;
  const int64_t first_;
};

// A long row that does not lie dense, which comes in stretches.
template <class T>
class RowInParts {
 public:
  RowInParts(const Plan& plan, const TileIo<T>& io, const TileBuffers& buffers, int64_t first)
      : plan_(plan), io_(io), buffers_(buffers), first_(first) {}

  template <class Use>
  void ForColumns(int64_t column, int64_t count, const Use& use) const {
    Walk<false>(column, count, use);
  }
  // The same, where use writes what the stretch has for it.
  template <class Use>
  void MapColumns(int64_t column, int64_t count, const Use& use) const {
    Walk<true>(column, count, use);
  }

 private:
  template <bool kWrites, class Use>
  void Walk(int64_t column, int64_t count, const Use& use) const {
    const int64_t last = first_ + column + count;
    const bool has_grad = plan_.num_operands - plan_.num_outputs > 1;
    for (int64_t at = first_ + column; at < last;) {
      const int64_t most = io_.TileAt(at, last - at, kNormTile);
      const int64_t whole = std::max<int64_t>(1, most / kTermsOfChunk) * kTermsOfChunk;
      Tile<T> tile{};
      tile.rows = 1;
      tile.columns = most >= last - at ? last - at : std::min(last - at, whole);
      io_.Begin(at, buffers_, tile);
      use(Stretch<T>{Values(tile.inputs[0], tile.columns, buffers_.Values(0)),
                     has_grad ? Values(tile.inputs[1], tile.columns, buffers_.Values(1)) : nullptr,
                     kWrites ? tile.outputs[0] : nullptr, tile.columns});
      if constexpr (kWrites) io_.End(at, buffers_, tile);
      at += tile.columns;
    }
  }

  const Plan& plan_;
  const TileIo<T>& io_;
  const TileBuffers& buffers_;
  const int64_t first_;
};

// Chunks are added as a tree.
class ChunkSums {
 public:
  explicit ChunkSums(int64_t columns)
      : sums_(static_cast<size_t>(CeilDiv(columns, kTermsOfChunk))) {}

  void Begin() { count_ = 0; }
  // Where those of `columns` go.
  double* Next(int64_t columns) {
    double* const next = sums_.data() + count_;
    count_ += CeilDiv(columns, kTermsOfChunk);
    return next;
  }
  double Sum() { return TreeSum(sums_.data(), count_); }

 private:
  std::vector<double> sums_;
  int64_t count_ = 0;
};

template <class T>
class Segments {
 public:
  explicit Segments(const SegmentsRun& run)
      : run_(run),
        of_row_(run.segments.of_row),
        inner_(run.segments.Inner()),
        columns_(run.segments.shape.columns),
        writes_(run.plan->num_outputs > 0) {}

  // Calls take(row number, row, first, second) for all rows: how a row is reached, and two memories
  // for sums of its chunks.
  template <class Take>
  void ForRows(const Take& take) const {
    const NormShape& shape = run_.segments.shape;
    ParallelFor(shape.rows, GrainOf(shape), [&](int64_t begin, int64_t end) {
      ChunkSums first(columns_), second(columns_);
      if (columns_ <= kLongestGatheredRow || IsDense()) {
        return RowsIo<T>(*run_.plan, run_.data, shape, writes_)
            .ForRows(begin, end, [&](const NormTile<T>& tile, int64_t row) {
              for (int64_t r = 0; r < tile.rows; ++r) {
                take(row + r, RowInTile<T>(tile, r), first, second);
              }
            });
      }
      const TileIo<T> io(*run_.plan, run_.data, false);
      const TileBuffers buffers(kNormTile);
      for (int64_t row = begin; row < end; ++row) {
        take(row, RowInParts<T>(*run_.plan, io, buffers, row * columns_), first, second);
      }
    });
  }

  template <class Row>
  void Normalise(int64_t r, const Row& row, ChunkSums& sums) const {
    if (run_.from == StatisticsFrom::kRows) FindStatistics(r, row, sums);
    if (!writes_) return;
    for (int64_t s = 0; s < of_row_; ++s) {
      const NormMap by = MapOf(r, s);
      row.MapColumns(s * inner_, inner_,
                     [&](const Stretch<T>& part) { loops_.map(part.x, part.count, by, part.out); });
    }
  }

  template <class Row>
  void Gradients(int64_t r, const Row& row, ChunkSums& products, ChunkSums& grads) const {
    double *const of_products = run_.products + r * of_row_, *const of_grads =
                                                                 run_.grads + r * of_row_;
    if (run_.from != StatisticsFrom::kGiven) {
      for (int64_t s = 0; s < of_row_; ++s) {
        products.Begin();
        grads.Begin();
        const NormMap by = MapOf(r, s);
        row.ForColumns(s * inner_, inner_, [&](const Stretch<T>& part) {
          loops_.products(part.x, part.grad, part.count, by, products.Next(part.count),
                          grads.Next(part.count));
        });
        of_products[s] = products.Sum();
        of_grads[s] = grads.Sum();
      }
    }
    if (!writes_) return;
    const double mean_product = MeanOf(r, of_products), mean_grad = MeanOf(r, of_grads);
    for (int64_t s = 0; s < of_row_; ++s) {
      NormMap by = MapOf(r, s);
      by.mean_product = mean_product;
      by.mean_grad = mean_grad;
      row.MapColumns(s * inner_, inner_, [&](const Stretch<T>& part) {
        if (run_.from == StatisticsFrom::kConstants) {
          return loops_.map(part.grad, part.count,
                            {.mean = 0,
                             .rstd = by.rstd,
                             .weight = by.weight,
                             .bias = -0.0,
                             .mean_grad = 0,
                             .mean_product = 0},
                            part.out);
        }
        loops_.map_gradients(part.x, part.grad, part.count, by, part.out);
      });
    }
  }

 private:
  bool IsDense() const {
    const Plan& plan = *run_.plan;
    for (int k = 0; k < plan.num_operands; ++k) {
      if (!openaclnn::IsDense(plan, k) || plan.dtype[k] != LoopTraits<T>::kDtype) return false;
    }
    return true;
  }

  template <class Row>
  void FindStatistics(int64_t r, const Row& row, ChunkSums& sums) const {
    const auto count = static_cast<double>(columns_);
    sums.Begin();
    row.ForColumns(0, columns_, [&](const Stretch<T>& part) {
      loops_.sums(part.x, part.count, sums.Next(part.count));
    });
    const double mean = sums.Sum() / count;
    sums.Begin();
    row.ForColumns(0, columns_, [&](const Stretch<T>& part) {
      loops_.squares(part.x, part.count, mean, sums.Next(part.count));
    });
    const double variance = sums.Sum() / count;
    run_.mean[r] = mean;
    run_.rstd[r] = 1 / std::sqrt(variance + run_.eps);
    if (run_.variance != nullptr) run_.variance[r] = variance;
  }

  NormMap MapOf(int64_t row, int64_t segment) const {
    const int64_t at = row % run_.segments.cycle * of_row_ + segment;
    return {.mean = run_.mean[row],
            .rstd = run_.rstd[row],
            .weight = run_.weight != nullptr ? run_.weight[at] : 1,
            .bias = run_.bias != nullptr ? run_.bias[at] : -0.0,
            .mean_grad = 0,
            .mean_product = 0};
  }

  // The sums of a row's segments times their weights, by the number of its columns; means that are
  // given are of columns already.
  double MeanOf(int64_t row, const double* sums) const {
    std::vector<double> terms(static_cast<size_t>(of_row_));
    for (int64_t s = 0; s < of_row_; ++s) {
      terms[static_cast<size_t>(s)] = sums[s] * MapOf(row, s).weight;
    }
    const double sum = TreeSum(terms.data(), of_row_);
    return run_.from == StatisticsFrom::kGiven ? sum : sum / static_cast<double>(columns_);
  }

  const SegmentsRun& run_;
  const NormLoops<T>& loops_ = GetNormLoops().Of<T>();
  const int64_t of_row_;  // segments
  const int64_t inner_;   // columns of a segment
  const int64_t columns_;
  const bool writes_;
};

// Sets the statistics of rows of no elements: their mean is 0, and their variance NaN.
void SetEmptyRows(const SegmentsRun& run) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  if (run.from != StatisticsFrom::kRows) return;
  const int64_t rows = run.segments.shape.rows;
  std::fill_n(run.mean, rows, 0.0);
  std::fill_n(run.rstd, rows, kNan);
  if (run.variance != nullptr) std::fill_n(run.variance, rows, kNan);
}

}  // namespace

void RunSegments(const SegmentsRun& run, LoopType loop) {
  if (run.segments.shape.Elements() == 0) return SetEmptyRows(run);
  WithNormType(loop, [&]<class T>() {
    const Segments<T> segments(run);
    segments.ForRows([&](int64_t r, const auto& row, ChunkSums& sums, ChunkSums&) {
      segments.Normalise(r, row, sums);
    });
  });
}

void RunSegmentGradients(const SegmentsRun& run, LoopType loop) {
  if (run.segments.shape.Elements() == 0) {
    if (run.from == StatisticsFrom::kGiven) return;
    const int64_t sums = run.segments.shape.rows * run.segments.of_row;
    std::fill_n(run.products, sums, 0.0);
    std::fill_n(run.grads, sums, 0.0);
    return;
  }
  WithNormType(loop, [&]<class T>() {
    const Segments<T> segments(run);
    segments.ForRows([&](int64_t r, const auto& row, ChunkSums& products, ChunkSums& grads) {
      segments.Gradients(r, row, products, grads);
    });
  });
}

}  // namespace openaclnn
