// Rows of one segment each, whose elements lie side by side with those of other rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ceil_div.h"
#include "cpu/sum_tree.h"
#include "cpu/term_order.h"
#include "cpu/threads.h"
#include "kinds/normalization/abreast_loops.h"
#include "kinds/normalization/rows_io.h"
#include "kinds/normalization/segments.h"

namespace openaclnn {

template <class T>
class SegmentsAbreast {
 public:
  SegmentsAbreast(const SegmentsRun& run, bool are_gradients)
      : run_(run), columns_(run.segments.shape.columns), are_gradients_(are_gradients) {}

  // Whether elements of neighbouring rows lie side by side, and those of a row apart.
  static bool Has(const SegmentsRun& run) {
    const Plan& plan = *run.plan;
    if (run.segments.of_row != 1 || plan.axes.size() != 2) return false;
    if (plan.axes[0].extent != run.segments.shape.columns) return false;
    for (int k = 0; k < plan.num_operands; ++k) {
      if (plan.dtype[k] != LoopTraits<T>::kDtype) return false;
      if (plan.axes[1].stride[k] != int64_t{sizeof(T)}) return false;
      if (plan.axes[0].stride[k] % int64_t{sizeof(T)} != 0) return false;
    }
    return true;
  }

  void Run() const {
    const NormShape& shape = run_.segments.shape;
    const int64_t at_once = loops_.rows_at_once, groups = CeilDiv(shape.rows, at_once);
    ParallelFor(groups, CeilDiv(GrainOf(shape), at_once), [&](int64_t begin, int64_t end) {
      Sums first(static_cast<size_t>(CeilDiv(columns_, kTermsOfChunk) * kMostRowsAbreast));
      Sums second(first.size());
      for (int64_t group = begin; group < end; ++group) {
        const int64_t row = group * at_once;
        const NormAbreast<T> rows = RowsAt(row, std::min(at_once, shape.rows - row));
        are_gradients_ ? Gradients(row, rows, first, second) : Normalise(row, rows, first);
      }
    });
  }

 private:
  // Sums of chunks of rows abreast.
  using Sums = std::vector<double>;

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
    if (run_.Writes()) {
      rows.out = at(inputs);
      rows.out_step = step(inputs);
    }
    return rows;
  }

  NormMapsAbreast MapsOf(int64_t row, int64_t count) const {
    NormMapsAbreast maps = {};
    for (int64_t i = 0; i < count; ++i) {
      const NormMap by = run_.MapOf(row + i, 0);
      maps.mean[i] = by.mean;
      maps.rstd[i] = by.rstd;
      maps.weight[i] = by.weight;
      maps.bias[i] = by.bias;
    }
    return maps;
  }

  // The sums of each row, of those of its chunks.
  static const double* TreeSums(Sums& sums) {
    const int64_t chunks = std::ssize(sums) / kMostRowsAbreast;
    ForEachJoin(chunks, [&](int64_t left, int64_t right) {
      AddNumbers()(sums.data() + left * kMostRowsAbreast, sums.data() + right * kMostRowsAbreast,
                   kMostRowsAbreast);
    });
    return sums.data();
  }

  void Normalise(int64_t row, const NormAbreast<T>& rows, Sums& sums) const {
    if (run_.from == StatisticsFrom::kRows) {
      const auto count = static_cast<double>(columns_);
      NormMapsAbreast about = {};
      loops_.sums(rows, sums.data());
      const double* const totals = TreeSums(sums);
      for (int64_t i = 0; i < rows.rows; ++i) about.mean[i] = totals[i] / count;
      loops_.squares(rows, about, sums.data());
      const double* const squares = TreeSums(sums);
      for (int64_t i = 0; i < rows.rows; ++i) {
        run_.SetStatistics(row + i, about.mean[i], squares[i] / count);
      }
    }
    if (run_.Writes()) loops_.map(rows, MapsOf(row, rows.rows));
  }

  void Gradients(int64_t row, const NormAbreast<T>& rows, Sums& products, Sums& grads) const {
    NormMapsAbreast by = MapsOf(row, rows.rows);
    if (run_.from != StatisticsFrom::kGiven) {
      loops_.products(rows, by, products.data(), grads.data());
      std::copy_n(TreeSums(products), rows.rows, run_.products + row);
      std::copy_n(TreeSums(grads), rows.rows, run_.grads + row);
    }
    if (!run_.Writes()) return;
    if (run_.from == StatisticsFrom::kConstants) {
      NormAbreast<T> grads_alone = rows;
      grads_alone.x = rows.grad;
      grads_alone.x_step = rows.grad_step;
      std::ranges::fill(by.mean, 0.0);
      std::ranges::fill(by.bias, -0.0);
      return loops_.map(grads_alone, by);
    }
    const double count = run_.from == StatisticsFrom::kGiven ? 1 : static_cast<double>(columns_);
    for (int64_t i = 0; i < rows.rows; ++i) {
      by.mean_product[i] = run_.products[row + i] * by.weight[i] / count;
      by.mean_grad[i] = run_.grads[row + i] * by.weight[i] / count;
    }
    loops_.map_gradients(rows, by);
  }

  const SegmentsRun& run_;
  const AbreastLoops<T>& loops_ = GetAbreastLoops().Of<T>();
  const int64_t columns_;
  const bool are_gradients_;
};

}  // namespace openaclnn
