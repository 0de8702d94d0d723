#include "kinds/normalization/run.h"

#include <algorithm>
#include <limits>

#include "base/ceil_div.h"
#include "base/settings.h"
#include "cpu/streaming.h"
#include "cpu/sum_parts.h"
#include "cpu/sum_tree.h"
#include "cpu/term_order.h"
#include "cpu/threads.h"
#include "kinds/normalization/aligned_doubles.h"
#include "kinds/normalization/loops.h"
#include "kinds/normalization/rows_io.h"

namespace openaclnn {
namespace {

constexpr int64_t kWidth = 1024;  // columns whose sums are made at once

// Sets the mean of rows of no elements to 0, and what it divides by to NaN.
void SetEmptyRows(const NormRun& run) {
  if (run.mean != nullptr) std::fill_n(run.mean, run.shape.rows, 0.0);
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  if (run.rstd != nullptr) std::fill_n(run.rstd, run.shape.rows, kNan);
}

template <class T>
void NormaliseIn(const NormRun& run) {
  const NormLoops<T>& loops = GetNormLoops().Of<T>();
  ParallelFor(run.shape.rows, GrainOf(run.shape), [&](int64_t begin, int64_t end) {
    double means[kMostNormRows], rstds[kMostNormRows];
    RowsIo<T>(*run.plan, run.data, run.shape, true)
        .ForRows(begin, end, [&](NormTile<T>& tile, int64_t row) {
          tile.weight = run.weight;
          tile.bias = run.bias;
          tile.is_of_rms = run.is_of_rms;
          tile.weight_plus = run.weight_plus;
          tile.mean = run.mean != nullptr ? run.mean + row : means;
          tile.rstd = run.rstd != nullptr ? run.rstd + row : rstds;
          loops.normalise(tile, run.eps);
        });
  });
}

template <class T>
void GradientsIn(const NormRun& run) {
  const NormLoops<T>& loops = GetNormLoops().Of<T>();
  ParallelFor(run.shape.rows, GrainOf(run.shape), [&](int64_t begin, int64_t end) {
    RowsIo<T>(*run.plan, run.data, run.shape, true)
        .ForRows(begin, end, [&](NormTile<T>& tile, int64_t row) {
          tile.weight = run.weight;
          tile.is_of_rms = run.is_of_rms;
          tile.mean = run.mean != nullptr ? run.mean + row : nullptr;
          tile.rstd = run.rstd + row;
          loops.gradients(tile, nullptr, nullptr);
        });
  });
}

// How sums of columns are cut: their chunks are blocks of rows.
SumParts PartsOf(const NormShape& shape) {
  return {CeilDiv(shape.rows, kRowsOfBlock), kRowsOfBlock * shape.columns};
}

// Whether threads that take parts one by one are all at work for at least 7 eighths of the time.
bool HasPartsForThreads(const NormShape& shape) {
  const int64_t parts = PartsOf(shape).parts, threads = GetSettings().num_threads;
  return 8 * parts >= 7 * CeilDiv(parts, threads) * threads;
}

// The sums of a part, those of products before those of gradients.
int64_t SumsOfPart(const NormShape& shape) { return 2 * (shape.columns + kSlackOfNormSums); }

// The sums of columns, and in the same pass the gradients by x, unless these are null.
template <class T>
class ColumnSums {
 public:
  ColumnSums(const NormColumnsRun& run, const NormRun* gradients)
      : run_(run),
        gradients_(gradients),
        parts_(PartsOf(run.shape)),
        width_(SumsOfPart(run.shape)) {}

  void Run() const {
    ParallelFor(parts_.parts, 1, [this](int64_t begin, int64_t end) {
      RowsIo<T> io(*run_.plan, run_.data, run_.shape, gradients_ != nullptr);
      for (int64_t part = begin; part < end; ++part) AddPart(part, io);
    });
    ForEachJoin(parts_.parts, [this](int64_t left, int64_t right) {
      double* const to = run_.partials + left * width_;
      const double* const from = run_.partials + right * width_;
      for (int64_t i = 0; i < width_; ++i) to[i] += from[i];
    });
    std::copy_n(run_.partials, run_.shape.columns, run_.products);
    if (run_.grads != nullptr) std::copy_n(Grads(run_.partials), run_.shape.columns, run_.grads);
  }

 private:
  double* Grads(double* sums) const { return sums + width_ / 2; }

  void AddPart(int64_t part, RowsIo<T>& io) const {
    const NormLoops<T>& loops = GetNormLoops().Of<T>();
    const int64_t columns = run_.shape.columns;
    const int64_t end = std::min(parts_.chunks, (part + 1) * parts_.chunks_of_part);
    SumTree<double> tree(width_, 0);
    AlignedDoubles memory;
    double* const sums = memory.Room(width_);
    for (int64_t block = part * parts_.chunks_of_part; block < end; ++block) {
      std::fill_n(sums, width_, 0.0);
      const int64_t first = block * kRowsOfBlock;
      const int64_t last = std::min(run_.shape.rows, first + kRowsOfBlock);
      io.ForRows(first, last, [&](NormTile<T>& tile, int64_t row) {
        if (run_.mean != nullptr) tile.mean = const_cast<double*>(run_.mean) + row;
        tile.rstd = const_cast<double*>(run_.rstd) + row;
        if (gradients_ != nullptr) {
          tile.weight = gradients_->weight;
          tile.is_of_rms = gradients_->is_of_rms;
          return loops.gradients(tile, sums, Grads(sums));
        }
        // Strip by strip, so that the sums of a strip stay in the first-level cache.
        for (int64_t c = 0; c < columns; c += kWidth) {
          NormTile<T> strip = tile;
          strip.x += c;
          strip.grad += c;
          loops.add_columns(strip, std::min(kWidth, columns - c), sums + c,
                            run_.grads != nullptr ? Grads(sums) + c : nullptr);
        }
      });
      std::copy_n(sums, width_, tree.Next());
      tree.Add();
    }
    std::copy_n(tree.Sum(), width_, run_.partials + part * width_);
  }

  const NormColumnsRun& run_;
  const NormRun* const gradients_;
  const SumParts parts_;
  const int64_t width_;
};

}  // namespace

void RunNormalise(const NormRun& run, LoopType loop) {
  if (run.shape.rows == 0) return;
  if (run.shape.columns == 0) return SetEmptyRows(run);
  WithNormType(loop, [&]<class T>() { NormaliseIn<T>(run); });
}

void RunNormGradients(const NormRun& run, LoopType loop) {
  if (run.shape.Elements() == 0) return;
  WithNormType(loop, [&]<class T>() { GradientsIn<T>(run); });
}

int64_t NormPartials(const NormShape& shape) {
  return shape.Elements() == 0 ? 0 : PartsOf(shape).parts * SumsOfPart(shape);
}

void RunNormColumns(const NormColumnsRun& run, LoopType loop) {
  if (run.shape.columns == 0) return;
  if (run.shape.rows == 0) {
    std::fill_n(run.products, run.shape.columns, 0.0);
    if (run.grads != nullptr) std::fill_n(run.grads, run.shape.columns, 0.0);
    return;
  }
  WithNormType(loop, [&]<class T>() { ColumnSums<T>(run, nullptr).Run(); });
}

void RunNormAllGradients(const NormColumnsRun& columns, const NormRun& rows, LoopType loop) {
  if (columns.shape.Elements() > 0 && HasPartsForThreads(columns.shape)) {
    return WithNormType(loop, [&]<class T>() { ColumnSums<T>(columns, &rows).Run(); });
  }
  RunNormColumns(columns, loop);
  RunNormGradients(rows, loop);
}

}  // namespace openaclnn
