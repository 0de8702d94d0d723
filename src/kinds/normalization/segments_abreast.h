// Rows of one segment each, whose elements lie side by side with those of other rows in some
// operand.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/ceil_div.h"
#include "base/settings.h"
#include "cpu/streaming.h"
#include "cpu/sum_tree.h"
#include "cpu/term_order.h"
#include "cpu/threads.h"
#include "cpu/transpose.h"
#include "kinds/normalization/abreast_loops.h"
#include "kinds/normalization/aligned_doubles.h"
#include "kinds/normalization/rows_io.h"
#include "kinds/normalization/segments.h"

namespace openaclnn {

// A number for each of some rows, as AbreastLoops take them.
class RowNumbers {
 public:
  RowNumbers(int64_t rows, double number) : numbers_(memory_.Room(rows + kSlackAbreast)) {
    std::fill_n(numbers_, rows + kSlackAbreast, number);
  }
  double& operator[](int64_t row) { return numbers_[row]; }
  const double* From(int64_t row) const { return numbers_ + row; }

 private:
  AlignedDoubles memory_;
  double* const numbers_;
};

// The sums of chunks of some rows, and their tree.
class ChunksAbreast {
 public:
  ChunksAbreast(int64_t rows, int64_t chunks)
      : step_(CeilDiv(rows + kSlackAbreast, kOfLine) * kOfLine),
        rows_(rows),
        chunks_(chunks),
        sums_(memory_.Room(step_ * chunks)) {}

  double* At(int64_t chunk, int64_t row) const { return sums_ + chunk * step_ + row; }
  const double* Sums() const {
    ForEachJoin(chunks_, [&](int64_t left, int64_t right) {
      AddNumbers()(At(left, 0), At(right, 0), rows_);
    });
    return sums_;
  }

 private:
  static constexpr int64_t kOfLine = 8;

  const int64_t step_, rows_, chunks_;
  AlignedDoubles memory_;
  double* const sums_;
};

template <class T>
class SegmentsAbreast {
 public:
  SegmentsAbreast(const SegmentsRun& run, bool are_gradients)
      : SegmentsAbreast(run, are_gradients, 0, run.segments.shape.rows, WidthOf(run)) {}

  // Whether elements of neighbouring rows lie side by side, at least of one operand. Where those of
  // a row do instead, in pieces, they are turned.
  static bool Has(const SegmentsRun& run) {
    const Plan& plan = *run.plan;
    const size_t axes = plan.axes.size();
    if (run.segments.of_row != 1 || axes < 2 || axes > 3) return false;
    const int64_t columns =
        axes == 2 ? plan.axes[0].extent : plan.axes[0].extent * plan.axes[1].extent;
    if (columns != run.segments.shape.columns) return false;
    bool has = false;
    for (int k = 0; k < plan.num_operands; ++k) {
      if (plan.dtype[k] != LoopTraits<T>::kDtype) return false;
      const bool is_abreast = IsAbreast(plan, k);
      has = has || is_abreast;
      if (!is_abreast && plan.axes[0].stride[k] != kItem) return false;
    }
    return has;
  }

  // Threads share the chunks of all rows, between which they wait for each other. Where there is
  // one chunk, they share rows.
  void Run() const {
    if (chunks_ > 1 || width_ >= rows_) return RunAll();
    ParallelFor(CeilDiv(rows_, width_), GrainOfBlocks(), [&](int64_t begin, int64_t end) {
      for (int64_t block = begin; block < end; ++block) {
        const int64_t row = block * width_;
        SegmentsAbreast(run_, are_gradients_, row, std::min(width_, rows_ - row), width_).RunAll();
      }
    });
  }

 private:
  static constexpr int64_t kWidest = 1024, kNarrowest = 64, kItem = sizeof(T);

  static bool IsAbreast(const Plan& plan, int k) {
    const Axis& inner = plan.axes[0];
    const bool is_even =
        plan.axes.size() == 2 || plan.axes[1].stride[k] == inner.extent * inner.stride[k];
    return is_even && plan.axes.back().stride[k] == kItem && inner.stride[k] % kItem == 0;
  }
  static bool AreAllAbreast(const Plan& plan) {
    for (int k = 0; k < plan.num_operands; ++k) {
      if (!IsAbreast(plan, k)) return false;
    }
    return true;
  }

  // For `rows` rows from `first` on, in blocks of `width`.
  SegmentsAbreast(const SegmentsRun& run, bool are_gradients, int64_t first, int64_t rows,
                  int64_t width)
      : run_(run),
        are_gradients_(are_gradients),
        first_(first),
        rows_(rows),
        columns_(run.segments.shape.columns),
        chunks_(CeilDiv(columns_, kTermsOfChunk)),
        width_(width),
        streams_(Streams()) {}

  // Rows of a block, so many that all threads have work. What they write lies on lines of its own.
  static int64_t WidthOf(const SegmentsRun& run) {
    const auto [rows, columns] = run.segments.shape;
    const int64_t chunks = CeilDiv(columns, kTermsOfChunk), threads = GetSettings().num_threads;
    const int64_t widest = AreAllAbreast(*run.plan) ? kWidest : kNarrowest;
    int64_t width = std::min(rows, widest);
    while (threads > 1 && width > kNarrowest && CeilDiv(rows, width) * chunks < 2 * threads &&
           width * std::min(columns, kTermsOfChunk) > 2 * GrainFor(kNormCost)) {
      width = CeilDiv(width, 2 * kNarrowest) * kNarrowest;
    }
    return width;
  }
  int64_t GrainOfBlocks() const {
    return std::max<int64_t>(1, GrainFor(kNormCost) / (width_ * std::min(columns_, kTermsOfChunk)));
  }

  void RunAll() const { are_gradients_ ? Gradients() : Normalise(); }

  bool Streams() const {
    const Plan& plan = *run_.plan;
    const int out = plan.num_operands - 1;
    return run_.Writes() && IsAbreast(plan, out) && ExceedsCaches(plan) &&
           reinterpret_cast<uintptr_t>(First(out)) % kWidestVector == 0 &&
           plan.axes[0].stride[out] % kWidestVector == 0;
  }

  // Where the first row of an operand begins.
  std::byte* First(int k) const {
    const Plan& plan = *run_.plan;
    return run_.data[k] + plan.origin[k] + first_ * plan.axes.back().stride[k];
  }

  // A block of rows of a chunk.
  struct Block {
    int64_t row, column, rows, columns;
    int64_t chunk;
  };
  // What a thread has for a block.
  class Memory {
   public:
    double* Lanes(int64_t count) { return lanes_.Room(count); }
    // A block that is turned: rows abreast, not a power of 2 apart.
    static constexpr int64_t StepFor(int64_t rows) {
      return CeilDiv(rows * kItem, kWidestVector) * kWidestVector / kItem + kWidestVector / kItem;
    }
    T* Turned(int k, const Block& block) {
      constexpr int64_t kDouble = sizeof(double);
      return reinterpret_cast<T*>(
          turned_[k].Room(CeilDiv(StepFor(block.rows) * block.columns * kItem, kDouble)));
    }

   private:
    AlignedDoubles lanes_;
    std::array<AlignedDoubles, 3> turned_;
  };

  // Calls use(bytes, column, count) for the pieces of a block in an operand.
  template <class Use>
  void ForPieces(int k, const Block& block, const Use& use) const {
    const Plan& plan = *run_.plan;
    const int64_t piece = plan.axes[0].extent;
    std::byte* const rows = First(k) + block.row * plan.axes.back().stride[k];
    for (int64_t i = 0; i < block.columns;) {
      const int64_t at = (block.column + i) % piece,
                    count = std::min(piece - at, block.columns - i);
      std::byte* bytes = rows + at * kItem;
      if (plan.axes.size() > 2) bytes += (block.column + i) / piece * plan.axes[1].stride[k];
      use(bytes, i, count);
      i += count;
    }
  }

  // Where a block of an operand lies abreast, and the step from a column to the next.
  struct Place {
    T* at;
    int64_t step;
    bool is_turned;
  };
  Place PlaceOf(int k, const Block& block, Memory& memory) const {
    const Plan& plan = *run_.plan;
    if (!IsAbreast(plan, k)) return {memory.Turned(k, block), Memory::StepFor(block.rows), true};
    const int64_t step = plan.axes[0].stride[k];
    return {reinterpret_cast<T*>(First(k) + block.column * step + block.row * kItem), step / kItem,
            false};
  }
  Place Loaded(int k, const Block& block, Memory& memory) const {
    const Place place = PlaceOf(k, block, memory);
    const Plan& plan = *run_.plan;
    if (!place.is_turned) return place;
    ForPieces(k, block, [&](const std::byte* bytes, int64_t column, int64_t count) {
      Transpose({.source = bytes,
                 .source_step = plan.axes.back().stride[k],
                 .target = reinterpret_cast<std::byte*>(place.at + column * place.step),
                 .target_step = place.step * kItem,
                 .rows = block.rows,
                 .columns = count},
                kItem);
    });
    return place;
  }
  void Store(int k, const Block& block, const Place& place) const {
    const Plan& plan = *run_.plan;
    if (!place.is_turned) return;
    ForPieces(k, block, [&](std::byte* bytes, int64_t column, int64_t count) {
      Transpose({.source = reinterpret_cast<const std::byte*>(place.at + column * place.step),
                 .source_step = place.step * kItem,
                 .target = bytes,
                 .target_step = plan.axes.back().stride[k],
                 .rows = count,
                 .columns = block.rows},
                kItem);
    });
  }

  // Whether the elements between columns are the operand's own, or of turned blocks.
  bool IsReadableOn(const Place& place) const {
    return place.is_turned || place.step == run_.segments.shape.rows;
  }

  // Calls use(rows, block, memory) for each block of rows of each chunk. Either reads it or maps
  // it.
  template <bool kMaps, class Use>
  void ForBlocks(const Use& use) const {
    const Plan& plan = *run_.plan;
    const int out = plan.num_operands - 1, inputs = plan.num_operands - plan.num_outputs;
    const int64_t blocks = CeilDiv(rows_, width_);
    ParallelFor(chunks_ * blocks, GrainOfBlocks(), [&](int64_t begin, int64_t end) {
      Memory memory;
      for (int64_t i = begin; i < end; ++i) {
        const int64_t chunk = i / blocks, row = i % blocks * width_;
        const int64_t column = chunk * kTermsOfChunk;
        const Block block = {row, column, std::min(width_, rows_ - row),
                             std::min(kTermsOfChunk, columns_ - column), chunk};
        NormAbreast<T> rows = {};
        rows.rows = block.rows;
        rows.columns = block.columns;
        const Place x = Loaded(0, block, memory);
        const Place grad = inputs > 1 ? Loaded(1, block, memory) : x;
        rows.x = x.at;
        rows.x_step = x.step;
        rows.grad = grad.at;
        rows.grad_step = grad.step;
        rows.reads_on = IsReadableOn(x) && IsReadableOn(grad);
        if (!kMaps) {
          use(rows, block, memory);
          continue;
        }
        const Place to = PlaceOf(out, block, memory);
        rows.reads_on = rows.reads_on && to.at != x.at && to.at != grad.at;
        rows.out = to.at;
        rows.out_step = to.step;
        rows.stream = streams_;
        use(rows, block, memory);
        Store(out, block, to);
      }
      if (kMaps && streams_) FinishStreaming();
    });
  }

  // What rows are mapped by, found anew from `run`.
  class Maps {
   public:
    Maps(const SegmentsRun& run, int64_t first, int64_t rows)
        : mean_(rows, 0),
          rstd_(rows, 0),
          weight_(rows, 0),
          bias_(rows, 0),
          scale_(rows, 0),
          mean_grad_(rows, 0),
          mean_product_(rows, 0) {
      for (int64_t i = 0; i < rows; ++i) {
        const NormMap by = run.MapOf(first + i, 0);
        mean_[i] = by.mean;
        rstd_[i] = by.rstd;
        weight_[i] = by.weight;
        bias_[i] = by.bias;
        scale_[i] = by.rstd * by.weight;
      }
    }
    NormMapsAbreast From(int64_t row) const {
      return {.mean = mean_.From(row),
              .rstd = rstd_.From(row),
              .weight = weight_.From(row),
              .bias = bias_.From(row),
              .scale = scale_.From(row),
              .mean_grad = mean_grad_.From(row),
              .mean_product = mean_product_.From(row)};
    }
    RowNumbers mean_, rstd_, weight_, bias_, scale_, mean_grad_, mean_product_;
  };

  void Normalise() const {
    if (run_.from == StatisticsFrom::kRows) FindStatistics();
    if (!run_.Writes()) return;
    const Maps maps(run_, first_, rows_);
    ForBlocks<true>([&](const NormAbreast<T>& rows, const Block& block, Memory&) {
      loops_.map(rows, maps.From(block.row));
    });
  }

  void FindStatistics() const {
    const auto count = static_cast<double>(columns_);
    const ChunksAbreast chunks(rows_, chunks_);
    ForBlocks<false>([&](const NormAbreast<T>& rows, const Block& block, Memory& memory) {
      loops_.sums(rows, memory.Lanes(loops_.doubles_for(rows.rows)),
                  chunks.At(block.chunk, block.row));
    });
    RowNumbers mean(rows_, 0);
    const double* const sums = chunks.Sums();
    for (int64_t i = 0; i < rows_; ++i) mean[i] = sums[i] / count;
    ForBlocks<false>([&](const NormAbreast<T>& rows, const Block& block, Memory& memory) {
      NormMapsAbreast about = {};
      about.mean = mean.From(block.row);
      loops_.squares(rows, about, memory.Lanes(loops_.doubles_for(rows.rows)),
                     chunks.At(block.chunk, block.row));
    });
    const double* const squares = chunks.Sums();
    for (int64_t i = 0; i < rows_; ++i) {
      run_.SetStatistics(first_ + i, mean[i], squares[i] / count);
    }
  }

  void Gradients() const {
    Maps maps(run_, first_, rows_);
    if (run_.from != StatisticsFrom::kGiven) FindProducts(maps);
    if (!run_.Writes()) return;
    if (run_.from == StatisticsFrom::kConstants) {
      for (int64_t i = 0; i < rows_; ++i) maps.mean_[i] = 0;
      for (int64_t i = 0; i < rows_; ++i) maps.bias_[i] = -0.0;
      return ForBlocks<true>([&](const NormAbreast<T>& rows, const Block& block, Memory&) {
        NormAbreast<T> grads_alone = rows;
        grads_alone.x = rows.grad;
        grads_alone.x_step = rows.grad_step;
        loops_.map(grads_alone, maps.From(block.row));
      });
    }
    const double count = run_.from == StatisticsFrom::kGiven ? 1 : static_cast<double>(columns_);
    for (int64_t i = 0; i < rows_; ++i) {
      maps.mean_product_[i] = run_.products[first_ + i] * maps.weight_[i] / count;
      maps.mean_grad_[i] = run_.grads[first_ + i] * maps.weight_[i] / count;
    }
    ForBlocks<true>([&](const NormAbreast<T>& rows, const Block& block, Memory&) {
      loops_.map_gradients(rows, maps.From(block.row));
    });
  }

  void FindProducts(const Maps& maps) const {
    const ChunksAbreast products(rows_, chunks_), grads(rows_, chunks_);
    ForBlocks<false>([&](const NormAbreast<T>& rows, const Block& block, Memory& memory) {
      double* const lanes = memory.Lanes(2 * loops_.doubles_for(rows.rows));
      loops_.products(rows, maps.From(block.row), lanes, products.At(block.chunk, block.row),
                      grads.At(block.chunk, block.row));
    });
    std::copy_n(products.Sums(), rows_, run_.products + first_);
    std::copy_n(grads.Sums(), rows_, run_.grads + first_);
  }

  const SegmentsRun& run_;
  const AbreastLoops<T>& loops_ = GetAbreastLoops().Of<T>();
  const bool are_gradients_;
  const int64_t first_, rows_;
  const int64_t columns_, chunks_;
  const int64_t width_;  // of a block
  const bool streams_;
};

}  // namespace openaclnn
