// The kernels of kinds/normalization/launch.h: a group of threads for each row, or a thread for a
// column of a block of rows.
#include <cstdint>

#include "cpu/term_order.h"
#include "cuda/device/elements.h"
#include "cuda/device/group.h"
#include "cuda/device/tree.h"
#include "cuda/device/walk.h"
#include "cuda/device/words.h"
#include "formulas/scalar.h"
#include "kinds/normalization/norm_argument.h"

namespace openaclnn {
namespace {

OPENACLNN_INLINE uint64_t Place(uint64_t first, int64_t index, size_t size) {
  return first + static_cast<uint64_t>(index) * size;
}

// The numbers of a column, 1 and 0 where there are none.
OPENACLNN_INLINE double WeightAt(const NormArgument& run, int64_t column) {
  return run.weight == 0 ? 1 : double{LoadAt<float>(Place(run.weight, column, sizeof(float)))};
}

// kOperands: of the walk, results first.
template <int kOperands>
class Row {
 public:
  OPENACLNN_INLINE Row(const NormArgument& run, int64_t row) : run_(run), row_(row) {}

  OPENACLNN_INLINE double At(int operand, int64_t column) const {
    uint64_t at[kOperands];
    Locate(run_.walk, row_ * run_.columns + column, at);
    return LoadElement<double>(at[operand], run_.walk.dtype[operand], false);
  }
  OPENACLNN_INLINE void Set(int64_t column, double value) const {
    uint64_t at[kOperands];
    Locate(run_.walk, row_ * run_.columns + column, at);
    StoreElement(at[0], run_.walk.dtype[0], value);
  }

 private:
  const NormArgument& run_;
  const int64_t row_;
};

// The sum of term(column) of all columns, for all threads of the group.
template <class Term>
OPENACLNN_INLINE double SumOfRow(const Group& group, int64_t columns, const Term& term) {
  Tree<double, kLevelsOfRow> chunks;
  for (int64_t first = 0; first < columns; first += kTermsOfChunk) {
    const int64_t rest = columns - first;
    const int64_t count = rest < kTermsOfChunk ? rest : kTermsOfChunk;
    LaneTree<double> lanes;
    for (int32_t n = 0; n < CountLanes(group); ++n) {
      double sum = 0;
      for (int64_t i = LaneAt(group, n); i < count; i += kLanesOfChunk) sum += term(first + i);
      lanes.Add(sum);
    }
    chunks.Add(SumOfGroup(group, lanes.Sum()));
  }
  return chunks.Sum();
}

// Calls use(group, row) for all rows of this group.
template <class Use>
OPENACLNN_INLINE void ForRows(const NormArgument& run, const Use& use) {
  const Group group{kThreadsOfRow, static_cast<int32_t>(ThisThread() % kThreadsOfRow)};
  for (int64_t row = ThisThread() / kThreadsOfRow; row < run.rows;
       row += CountThreads() / kThreadsOfRow) {
    use(group, row);
  }
}

OPENACLNN_INLINE void Normalise(const NormArgument& run) {
  enum { kOut, kX, kOperands };
  ForRows(run, [&](const Group& group, int64_t row) {
    const Row<kOperands> of(run, row);
    const auto count = static_cast<double>(run.columns);
    double mean = 0, rstd = __builtin_nan("");
    if (run.columns > 0) {
      mean = SumOfRow(group, run.columns, [&](int64_t c) { return of.At(kX, c); }) / count;
      const double squares = SumOfRow(group, run.columns, [&](int64_t c) {
        const double distance = of.At(kX, c) - mean;
        return distance * distance;
      });
      rstd = 1 / scalar_internal::Sqrt(squares / count + run.eps);
    }
    if (group.thread == 0 && run.mean != 0) StoreAt(Place(run.mean, row, sizeof(mean)), mean);
    if (group.thread == 0 && run.rstd != 0) StoreAt(Place(run.rstd, row, sizeof(rstd)), rstd);
    for (int64_t c = group.thread; c < run.columns; c += group.size) {
      double y = (of.At(kX, c) - mean) * rstd;
      if (run.weight != 0) y = y * WeightAt(run, c);
      if (run.bias != 0) y = y + double{LoadAt<float>(Place(run.bias, c, sizeof(float)))};
      of.Set(c, y);
    }
  });
}

OPENACLNN_INLINE void Gradients(const NormArgument& run) {
  enum { kOut, kX, kGrad, kOperands };
  ForRows(run, [&](const Group& group, int64_t row) {
    const Row<kOperands> of(run, row);
    const auto count = static_cast<double>(run.columns);
    const auto mean = LoadAt<double>(Place(run.mean, row, sizeof(double)));
    const auto rstd = LoadAt<double>(Place(run.rstd, row, sizeof(double)));
    const auto weighted = [&](int64_t c) {
      const double grad = of.At(kGrad, c);
      return run.weight == 0 ? grad : grad * WeightAt(run, c);
    };
    const auto normalised = [&](int64_t c) { return (of.At(kX, c) - mean) * rstd; };
    const double mean_grad = SumOfRow(group, run.columns, weighted) / count;
    const double mean_product =
        SumOfRow(group, run.columns, [&](int64_t c) { return weighted(c) * normalised(c); }) /
        count;
    for (int64_t c = group.thread; c < run.columns; c += group.size) {
      of.Set(c, (weighted(c) - (mean_grad + normalised(c) * mean_product)) * rstd);
    }
  });
}

// kOperands: of the walk; x and grad are the last ones.
template <int kOperands>
OPENACLNN_INLINE void SumColumnsOf(const NormArgument& run) {
  constexpr int kX = kOperands - 2, kGrad = kOperands - 1;
  const int64_t blocks = (run.rows - 1) / kRowsOfBlock + 1;
  for (int64_t unit = ThisThread(); unit < blocks * run.columns; unit += CountThreads()) {
    const int64_t block = unit / run.columns, column = unit - block * run.columns;
    const int64_t end = (block + 1) * kRowsOfBlock;
    double products = 0, grads = 0;
    for (int64_t row = block * kRowsOfBlock; row < end && row < run.rows; ++row) {
      const Row<kOperands> of(run, row);
      const auto mean = LoadAt<double>(Place(run.mean, row, sizeof(double)));
      const auto rstd = LoadAt<double>(Place(run.rstd, row, sizeof(double)));
      const double grad = of.At(kGrad, column);
      products += grad * ((of.At(kX, column) - mean) * rstd);
      grads += grad;
    }
    StoreAt(Place(run.partials, unit, sizeof(products)), products);
    if (run.adds_grads) {
      StoreAt(Place(run.partials, blocks * run.columns + unit, sizeof(grads)), grads);
    }
  }
}

OPENACLNN_INLINE void SumColumns(const NormArgument& run) {
  run.has_results ? SumColumnsOf<3>(run) : SumColumnsOf<2>(run);
}

}  // namespace

OPENACLNN_MEETING_KERNEL(openaclnn_normalise, Normalise, NormArgument)
OPENACLNN_MEETING_KERNEL(openaclnn_normalise_gradients, Gradients, NormArgument)
OPENACLNN_NAMED_KERNEL(openaclnn_normalise_columns, SumColumns, NormArgument)

}  // namespace openaclnn
