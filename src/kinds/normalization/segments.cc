#include "kinds/normalization/segments.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "base/ceil_div.h"
#include "cpu/streaming.h"
#include "cpu/sum_tree.h"
#include "cpu/term_order.h"
#include "cpu/threads.h"
#include "kinds/normalization/aligned_doubles.h"
#include "kinds/normalization/rows_io.h"
#include "kinds/normalization/segment_loops.h"
#include "kinds/normalization/segment_rows.h"
#include "kinds/normalization/segments_abreast.h"

namespace openaclnn {
namespace {

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

// Columns with those that make up whole vectors of lanes.
int64_t WholeLanes(int64_t columns) { return CeilDiv(columns, kLanesOfChunk) * kLanesOfChunk; }

// Doubles that are kept of a row, at other places of a page, and sums of chunks.
class RowMemory {
 public:
  RowMemory(int64_t columns, int64_t kept) : first_(columns), second_(columns) {
    if (kept == 0) return;
    constexpr int64_t kOfPage = 512, kShift = 104;
    const int64_t step = CeilDiv(kept, kOfPage) * kOfPage + kShift;
    kept_ = doubles_.Room(2 * step);
    kept_grads_ = kept_ + step;
  }

  ChunkSums& first() { return first_; }
  ChunkSums& second() { return second_; }
  double* kept() const { return kept_; }
  double* kept_grads() const { return kept_grads_; }
  double* terms(int64_t count) {
    terms_.resize(static_cast<size_t>(count));
    return terms_.data();
  }

 private:
  ChunkSums first_, second_;
  AlignedDoubles doubles_;
  double *kept_ = nullptr, *kept_grads_ = nullptr;
  std::vector<double> terms_;
};

template <class T>
class Segments {
 public:
  Segments(const SegmentsRun& run, bool are_gradients)
      : run_(run),
        of_row_(run.segments.of_row),
        inner_(run.segments.Inner()),
        columns_(run.segments.shape.columns),
        writes_(run.Writes()),
        are_gradients_(are_gradients),
        keeps_(AddsUp() && sizeof(T) < sizeof(double) &&
               columns_ <= (are_gradients ? kLongestKept / 2 : kLongestKept)) {}

  void Run() const {
    if (SegmentsAbreast<T>::Has(run_)) return SegmentsAbreast<T>(run_, are_gradients_).Run();
    const NormShape& shape = run_.segments.shape;
    ParallelFor(shape.rows, GrainOf(shape), [&](int64_t begin, int64_t end) {
      RowMemory memory(columns_, keeps_ ? of_row_ * WholeLanes(inner_) + kLanesOfChunk : 0);
      if (RowOfPieces<T>::Has(*run_.plan, columns_) && (keeps_ || !AddsUp())) {
        for (int64_t row = begin; row < end; ++row) {
          RunRow(row, RowOfPieces<T>(*run_.plan, run_.data, row), memory);
        }
        return;
      }
      if (columns_ <= kLongestGatheredRow || IsDense()) {
        return RowsIo<T>(*run_.plan, run_.data, shape, writes_)
            .ForRows(begin, end, [&](const NormTile<T>& tile, int64_t row) {
              for (int64_t r = 0; r < tile.rows; ++r) {
                RunRow(row + r, RowInTile<T>(tile, r), memory);
              }
            });
      }
      const TileIo<T> io(*run_.plan, run_.data, false);
      const TileBuffers buffers(kNormTile);
      for (int64_t row = begin; row < end; ++row) {
        RunRow(row, RowInParts<T>(*run_.plan, io, buffers, row * columns_), memory);
      }
    });
  }

 private:
  // Rows whose elements are kept as doubles, which then are read from the first cache.
  static constexpr int64_t kLongestKept = 4096;

  // Whether sums of rows are needed.
  bool AddsUp() const {
    return run_.from == StatisticsFrom::kRows ||
           (are_gradients_ && run_.from == StatisticsFrom::kConstants);
  }

  template <class Row>
  void RunRow(int64_t r, const Row& row, RowMemory& memory) const {
    are_gradients_ ? Gradients(r, row, memory) : Normalise(r, row, memory);
  }

  template <class Row>
  void Normalise(int64_t r, const Row& row, RowMemory& memory) const {
    if (keeps_) {
      double* const kept = memory.kept();
      row.ForColumns(0, columns_, [&, at = kept](const Stretch<T>& part) mutable {
        loops_.keep(part.x, part.count, at);
        at += part.count;
      });
      FindKeptStatistics(r, kept, memory.first());
    } else if (run_.from == StatisticsFrom::kRows) {
      FindStatistics(r, row, memory.first());
    }
    if (!writes_) return;
    for (int64_t s = 0; s < of_row_; ++s) {
      const NormMap by = run_.MapOf(r, s);
      row.MapColumns(s * inner_, inner_, [&, at = s * inner_](const Stretch<T>& part) mutable {
        if (!keeps_) return loops_.map(part.x, part.count, by, part.out);
        loops_.map_kept(memory.kept() + at, part.count, by, part.out);
        at += part.count;
      });
    }
  }

  template <class Row>
  void Gradients(int64_t r, const Row& row, RowMemory& memory) const {
    double *const of_products = run_.products + r * of_row_, *const of_grads =
                                                                 run_.grads + r * of_row_;
    if (run_.from != StatisticsFrom::kGiven) {
      for (int64_t s = 0; s < of_row_; ++s) {
        const NormMap by = run_.MapOf(r, s);
        const Totals totals = keeps_ ? SumsOfKept(s, row, by, memory) : SumsOf(s, row, by, memory);
        of_products[s] = totals.products;
        of_grads[s] = totals.grads;
      }
    }
    if (!writes_) return;
    const double mean_product = MeanOf(r, of_products, memory),
                 mean_grad = MeanOf(r, of_grads, memory);
    for (int64_t s = 0; s < of_row_; ++s) {
      NormMap by = run_.MapOf(r, s);
      by.mean_product = mean_product;
      by.mean_grad = mean_grad;
      row.MapColumns(s * inner_, inner_,
                     [&, at = s * WholeLanes(inner_)](const Stretch<T>& part) mutable {
                       if (run_.from == StatisticsFrom::kConstants) {
                         loops_.map(part.grad, part.count, OfConstants(by), part.out);
                       } else if (keeps_) {
                         loops_.map_kept_gradients(memory.kept() + at, memory.kept_grads() + at,
                                                   part.count, by, part.out);
                         at += part.count;
                       } else {
                         loops_.map_gradients(part.x, part.grad, part.count, by, part.out);
                       }
                     });
    }
  }

  // The sums of a segment of a row, of grad (x - mean) rstd and of grad.
  struct Totals {
    double products, grads;
  };
  template <class Row>
  Totals SumsOf(int64_t s, const Row& row, const NormMap& by, RowMemory& memory) const {
    ChunkSums &products = memory.first(), &grads = memory.second();
    products.Begin();
    grads.Begin();
    row.ForColumns(s * inner_, inner_, [&](const Stretch<T>& part) {
      loops_.products(part.x, part.grad, part.count, by, products.Next(part.count),
                      grads.Next(part.count));
    });
    return {products.Sum(), grads.Sum()};
  }
  // The same, where the terms are kept. Zeros behind them change no sum.
  template <class Row>
  Totals SumsOfKept(int64_t s, const Row& row, const NormMap& by, RowMemory& memory) const {
    const int64_t whole = WholeLanes(inner_);
    double *const kept = memory.kept() + s * whole, *const kept_grads =
                                                        memory.kept_grads() + s * whole;
    row.ForColumns(s * inner_, inner_, [&, at = int64_t{0}](const Stretch<T>& part) mutable {
      loops_.keep_gradients(part.x, part.grad, part.count, by, kept + at, kept_grads + at);
      at += part.count;
    });
    std::fill(kept + inner_, kept + whole, 0.0);
    std::fill(kept_grads + inner_, kept_grads + whole, 0.0);
    ChunkSums &products = memory.first(), &grads = memory.second();
    products.Begin();
    grads.Begin();
    loops_.kept_products(kept, kept_grads, whole, products.Next(whole), grads.Next(whole));
    return {products.Sum(), grads.Sum()};
  }

  // What is left of a gradient where statistics do not depend on x.
  static NormMap OfConstants(const NormMap& by) {
    return {.mean = 0,
            .rstd = by.rstd,
            .weight = by.weight,
            .bias = -0.0,
            .mean_grad = 0,
            .mean_product = 0};
  }

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
    run_.SetStatistics(r, mean, sums.Sum() / count);
  }
  // The same of a row that is kept. What is behind it adds 0.
  void FindKeptStatistics(int64_t r, double* kept, ChunkSums& sums) const {
    const auto count = static_cast<double>(columns_);
    const int64_t whole = WholeLanes(columns_);
    std::fill(kept + columns_, kept + whole, 0.0);
    sums.Begin();
    of_doubles_.sums(kept, whole, sums.Next(whole));
    const double mean = sums.Sum() / count;
    std::fill(kept + columns_, kept + whole, mean);
    sums.Begin();
    of_doubles_.squares(kept, whole, mean, sums.Next(whole));
    run_.SetStatistics(r, mean, sums.Sum() / count);
  }

  // The sums of a row's segments times their weights, by the number of its columns; means that are
  // given are of columns already.
  double MeanOf(int64_t row, const double* sums, RowMemory& memory) const {
    double* const terms = memory.terms(of_row_);
    for (int64_t s = 0; s < of_row_; ++s) terms[s] = sums[s] * run_.MapOf(row, s).weight;
    const double sum = TreeSum(terms, of_row_);
    return run_.from == StatisticsFrom::kGiven ? sum : sum / static_cast<double>(columns_);
  }

  const SegmentsRun& run_;
  const SegmentLoops<T>& loops_ = GetSegmentLoops().Of<T>();
  const SegmentLoops<double>& of_doubles_ = GetSegmentLoops().Of<double>();
  const int64_t of_row_;  // segments
  const int64_t inner_;   // columns of a segment
  const int64_t columns_;
  const bool writes_;
  const bool are_gradients_;
  const bool keeps_;
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
  WithNormType(loop, [&]<class T>() { Segments<T>(run, false).Run(); });
}

void RunSegmentGradients(const SegmentsRun& run, LoopType loop) {
  if (run.segments.shape.Elements() == 0) {
    if (run.from == StatisticsFrom::kGiven) return;
    const int64_t sums = run.segments.shape.rows * run.segments.of_row;
    std::fill_n(run.products, sums, 0.0);
    std::fill_n(run.grads, sums, 0.0);
    return;
  }
  WithNormType(loop, [&]<class T>() { Segments<T>(run, true).Run(); });
}

}  // namespace openaclnn
