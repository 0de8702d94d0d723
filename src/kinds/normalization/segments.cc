#include "kinds/normalization/segments.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "base/ceil_div.h"
#include "cpu/prefetch.h"
#include "cpu/streaming.h"
#include "cpu/sum_tree.h"
#include "cpu/term_order.h"
#include "cpu/threads.h"
#include "kinds/normalization/aligned_doubles.h"
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
  void ForColumns(int64_t column, int64_t count, Use&& use) const {
    const int64_t at = first_ + column;
    use(Stretch<T>{tile_.x + at, tile_.grad == nullptr ? nullptr : tile_.grad + at,
                   tile_.out == nullptr ? nullptr : tile_.out + at, count});
  }
  template <class Use>
  void MapColumns(int64_t column, int64_t count, Use&& use) const {
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
  void ForColumns(int64_t column, int64_t count, Use&& use) const {
    Walk<false>(column, count, use);
  }
  // The same, where use writes what the stretch has for it.
  template <class Use>
  void MapColumns(int64_t column, int64_t count, Use&& use) const {
    Walk<true>(column, count, use);
  }

 private:
  template <bool kWrites, class Use>
  void Walk(int64_t column, int64_t count, Use&& use) const {
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

// A row that lies in pieces, which are taken where they are.
template <class T>
class RowOfPieces {
 public:
  RowOfPieces(const Plan& plan, const OperandData& data, int64_t row) : plan_(plan) {
    for (int k = 0; k < plan.num_operands; ++k) {
      first_[k] = data[k] + plan.origin[k] + row * plan.axes[2].stride[k];
    }
  }

  // Whether the rows of a plan do.
  static bool Has(const Plan& plan, int64_t columns) {
    constexpr int64_t kShortestPiece = 16;
    if (plan.axes.size() != 3 || plan.axes[0].extent < kShortestPiece) return false;
    if (plan.axes[0].extent * plan.axes[1].extent != columns) return false;
    for (int k = 0; k < plan.num_operands; ++k) {
      const bool lies =
          plan.dtype[k] == LoopTraits<T>::kDtype && plan.axes[0].stride[k] == int64_t{sizeof(T)};
      if (!lies) return false;
    }
    return true;
  }

  // Stretches end where pieces do.
  template <class Use>
  void ForColumns(int64_t column, int64_t count, Use&& use) const {
    const int64_t piece = plan_.axes[0].extent, last = column + count;
    const int outputs = plan_.num_outputs, inputs = plan_.num_operands - outputs;
    while (column < last) {
      const int64_t in_piece = column % piece, here = std::min(piece - in_piece, last - column);
      const auto at = [&](int k) {
        return first_[k] + column / piece * plan_.axes[1].stride[k] + in_piece * int64_t{sizeof(T)};
      };
      AskForNext(column / piece);
      use(Stretch<T>{reinterpret_cast<const T*>(at(0)),
                     inputs > 1 ? reinterpret_cast<const T*>(at(1)) : nullptr,
                     outputs > 0 ? reinterpret_cast<T*>(at(inputs)) : nullptr, here});
      column += here;
    }
  }
  template <class Use>
  void MapColumns(int64_t column, int64_t count, Use&& use) const {
    ForColumns(column, count, use);
  }

 private:
  // Machines do not foresee where the next piece is, of this row or the next one.
  void AskForNext(int64_t piece) const {
    const Axis& pieces = plan_.axes[1];
    const int64_t bytes = plan_.axes[0].extent * int64_t{sizeof(T)};
    for (int k = 0; k < plan_.num_operands; ++k) {
      const int64_t step =
          piece + 1 < pieces.extent ? (piece + 1) * pieces.stride[k] : plan_.axes[2].stride[k];
      AskForLines(reinterpret_cast<uintptr_t>(first_[k]) + static_cast<uintptr_t>(step), bytes);
    }
  }

  const Plan& plan_;
  OperandData first_;
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
        writes_(run.plan->num_outputs > 0),
        are_gradients_(are_gradients),
        keeps_(AddsUp() && sizeof(T) < sizeof(double) &&
               columns_ <= (are_gradients ? kLongestKept / 2 : kLongestKept)) {}

  void Run() const {
    if (AreAbreast()) return RunAbreast();
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
      const NormMap by = MapOf(r, s);
      row.MapColumns(s * inner_, inner_,
                     [&, at = memory.kept() + s * inner_](const Stretch<T>& part) mutable {
                       if (!keeps_) return loops_.map(part.x, part.count, by, part.out);
                       loops_.map_kept(at, part.count, by, part.out);
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
        const NormMap by = MapOf(r, s);
        const Totals totals = keeps_ ? SumsOfKept(s, row, by, memory) : SumsOf(s, row, by, memory);
        of_products[s] = totals.products;
        of_grads[s] = totals.grads;
      }
    }
    if (!writes_) return;
    const double mean_product = MeanOf(r, of_products, memory),
                 mean_grad = MeanOf(r, of_grads, memory);
    for (int64_t s = 0; s < of_row_; ++s) {
      NormMap by = MapOf(r, s);
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
    SetStatistics(r, mean, sums.Sum() / count);
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
    SetStatistics(r, mean, sums.Sum() / count);
  }
  void SetStatistics(int64_t r, double mean, double variance) const {
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
  double MeanOf(int64_t row, const double* sums, RowMemory& memory) const {
    double* const terms = memory.terms(of_row_);
    for (int64_t s = 0; s < of_row_; ++s) terms[s] = sums[s] * MapOf(row, s).weight;
    const double sum = TreeSum(terms, of_row_);
    return run_.from == StatisticsFrom::kGiven ? sum : sum / static_cast<double>(columns_);
  }

  // Whether elements of neighbouring rows lie side by side, and those of a row apart.
  bool AreAbreast() const {
    const Plan& plan = *run_.plan;
    if (of_row_ != 1 || plan.axes.size() != 2 || plan.axes[0].extent != columns_) return false;
    for (int k = 0; k < plan.num_operands; ++k) {
      if (plan.dtype[k] != LoopTraits<T>::kDtype) return false;
      if (plan.axes[1].stride[k] != int64_t{sizeof(T)}) return false;
      if (plan.axes[0].stride[k] % int64_t{sizeof(T)} != 0) return false;
    }
    return true;
  }

  // Sums of chunks of rows abreast.
  using SumsAbreast = std::vector<double>;

  void RunAbreast() const {
    const NormShape& shape = run_.segments.shape;
    const int64_t at_once = loops_.rows_abreast, groups = CeilDiv(shape.rows, at_once);
    ParallelFor(groups, CeilDiv(GrainOf(shape), at_once), [&](int64_t begin, int64_t end) {
      SumsAbreast first(static_cast<size_t>(CeilDiv(columns_, kTermsOfChunk) * kMostRowsAbreast));
      SumsAbreast second(first.size());
      for (int64_t group = begin; group < end; ++group) {
        const int64_t row = group * at_once;
        const NormAbreast<T> rows = RowsAt(row, std::min(at_once, shape.rows - row));
        are_gradients_ ? GradientsAbreast(row, rows, first, second)
                       : NormaliseAbreast(row, rows, first);
      }
    });
  }

  NormAbreast<T> RowsAt(int64_t row, int64_t count) const {
    const Plan& plan = *run_.plan;
    constexpr int64_t kItem = sizeof(T);
    const int inputs = plan.num_operands - plan.num_outputs;
    const auto at = [&](int k) {
      return reinterpret_cast<T*>(run_.data[k] + plan.origin[k] + row * kItem);
    };
    const auto step = [&](int k) { return plan.axes[0].stride[k] / kItem; };
    NormAbreast<T> rows = {};
    rows.rows = count;
    rows.columns = columns_;
    rows.x = at(0);
    rows.x_step = step(0);
    if (inputs > 1) {
      rows.grad = at(1);
      rows.grad_step = step(1);
    }
    if (writes_) {
      rows.out = at(inputs);
      rows.out_step = step(inputs);
    }
    return rows;
  }

  NormMapsAbreast MapsOf(int64_t row, int64_t count) const {
    NormMapsAbreast maps = {};
    for (int64_t i = 0; i < count; ++i) {
      const NormMap by = MapOf(row + i, 0);
      maps.mean[i] = by.mean;
      maps.rstd[i] = by.rstd;
      maps.weight[i] = by.weight;
      maps.bias[i] = by.bias;
    }
    return maps;
  }

  // The sums of each row, of those of its chunks.
  static const double* TreeSums(SumsAbreast& sums) {
    const int64_t chunks = std::ssize(sums) / kMostRowsAbreast;
    ForEachJoin(chunks, [&](int64_t left, int64_t right) {
      AddNumbers()(sums.data() + left * kMostRowsAbreast, sums.data() + right * kMostRowsAbreast,
                   kMostRowsAbreast);
    });
    return sums.data();
  }

  void NormaliseAbreast(int64_t row, const NormAbreast<T>& rows, SumsAbreast& sums) const {
    if (run_.from == StatisticsFrom::kRows) {
      const auto count = static_cast<double>(columns_);
      NormMapsAbreast about = {};
      loops_.sums_abreast(rows, sums.data());
      const double* const totals = TreeSums(sums);
      for (int64_t i = 0; i < rows.rows; ++i) about.mean[i] = totals[i] / count;
      loops_.squares_abreast(rows, about, sums.data());
      const double* const squares = TreeSums(sums);
      for (int64_t i = 0; i < rows.rows; ++i) {
        SetStatistics(row + i, about.mean[i], squares[i] / count);
      }
    }
    if (writes_) loops_.map_abreast(rows, MapsOf(row, rows.rows));
  }

  void GradientsAbreast(int64_t row, const NormAbreast<T>& rows, SumsAbreast& products,
                        SumsAbreast& grads) const {
    NormMapsAbreast by = MapsOf(row, rows.rows);
    if (run_.from != StatisticsFrom::kGiven) {
      loops_.products_abreast(rows, by, products.data(), grads.data());
      std::copy_n(TreeSums(products), rows.rows, run_.products + row);
      std::copy_n(TreeSums(grads), rows.rows, run_.grads + row);
    }
    if (!writes_) return;
    if (run_.from == StatisticsFrom::kConstants) {
      NormAbreast<T> grads_alone = rows;
      grads_alone.x = rows.grad;
      grads_alone.x_step = rows.grad_step;
      std::ranges::fill(by.mean, 0.0);
      std::ranges::fill(by.bias, -0.0);
      return loops_.map_abreast(grads_alone, by);
    }
    const double count = run_.from == StatisticsFrom::kGiven ? 1 : static_cast<double>(columns_);
    for (int64_t i = 0; i < rows.rows; ++i) {
      by.mean_product[i] = run_.products[row + i] * by.weight[i] / count;
      by.mean_grad[i] = run_.grads[row + i] * by.weight[i] / count;
    }
    loops_.map_gradients_abreast(rows, by);
  }

  const SegmentsRun& run_;
  const NormLoops<T>& loops_ = GetNormLoops().Of<T>();
  const NormLoops<double>& of_doubles_ = GetNormLoops().Of<double>();
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
