// The loops over rows abreast, whose neighbours follow each other in memory: a vector has an
// element of each of several rows, and nothing is moved. Include after foreach_target.h.
//
// Each row is summed in the lanes, and in the order, of row_loops-inl.h. A formula that has such
// loops has, besides those of row_loops-inl.h,
//
//   ReduceAbreast<T>(tile, keep, chunks)  of a chunk of each row; keeps if `keep` is not null
//   MapAbreast<T, stream>(tile, keep, chunks)

#if defined(OPENACLNN_KINDS_ROWS_ROWS_ABREAST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_KINDS_ROWS_ROWS_ABREAST_INL_H_
#undef OPENACLNN_KINDS_ROWS_ROWS_ABREAST_INL_H_
#else
#define OPENACLNN_KINDS_ROWS_ROWS_ABREAST_INL_H_
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "cpu/prefetch.h"
#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "kinds/rows/kernel.h"
#include "kinds/rows/row_loops-inl.h"
#include "kinds/rows/run.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Element i of the rows, which lie as a row of the tile does elsewhere.
template <class Formula, class T>
OPENACLNN_INLINE RowInputs<T> ElementsOf(const RowTile<T>& tile, int64_t i) {
  return row_internal::RowOf<Formula>(tile, i);
}
template <class T>
OPENACLNN_INLINE T* ResultOf(const RowTile<T>& tile, int64_t i) {
  return tile.output + i * tile.output_step;
}

// Asks for element i of as many rows after these, of which processors foresee little.
template <class Formula, class T>
OPENACLNN_INLINE void AskForRowsAfter(const RowTile<T>& tile, int64_t i) {
  const RowInputs<T> elements = ElementsOf<Formula>(tile, i);
  for (size_t k = 0; k < Formula::kInputs; ++k) {
    AskForLines<false, CacheLevel::kSecond>(
        reinterpret_cast<uintptr_t>(elements[k]) + static_cast<uintptr_t>(tile.rows) * sizeof(T),
        tile.rows * int64_t{sizeof(T)});
  }
}

// Calls visit(r, at) for vectors of `rows` rows that are only read, r the first one's.
template <class F, class T, class Visit>
OPENACLNN_INLINE void ForRowsAbreast(int64_t rows, const Visit& visit) {
  ForVectors<F, false>(rows, static_cast<const T*>(nullptr), visit);
}

// A number of each row. A vector may begin at any of them.
template <class Number>
struct NumberOfRows {
  OPENACLNN_INLINE Number& operator[](int64_t row) { return values[row]; }
  OPENACLNN_INLINE Number operator[](int64_t row) const { return values[row]; }
  template <class F>
  OPENACLNN_INLINE F At(int64_t row) const {
    return F::Load(values + row);
  }
  alignas(kWidestVector) Number values[kRowsAbreast + kWidestVector / sizeof(Number)];
};

// std::array, whose constructors not every compiler inlines into SIMD code.
template <class F, size_t count>
struct SomeNumbers {
  OPENACLNN_INLINE F operator[](size_t n) const { return values[n]; }
  F values[count];
};

// The first `count` numbers of the chunk of each row.
template <size_t count>
class NumbersOfRows {
 public:
  NumbersOfRows(const RowNumbers* chunks, int64_t rows) {
    for (int64_t r = 0; r < rows; ++r) {
      for (size_t n = 0; n < count; ++n) numbers_[n][r] = chunks[r][n];
    }
  }
  template <class F>
  OPENACLNN_INLINE SomeNumbers<F, count> At(int64_t row) const {
    return At<F>(row, std::make_index_sequence<count>());
  }

 private:
  template <class F, size_t... n>
  OPENACLNN_INLINE SomeNumbers<F, count> At(int64_t row, std::index_sequence<n...>) const {
    return {{numbers_[n].template At<F>(row)...}};
  }

  NumberOfRows<double> numbers_[count];
};

// The largest number of each row, -inf if there is none but NaNs.
template <class Formula, class T>
OPENACLNN_INLINE void MaxOfRows(const RowTile<T>& tile, NumberOfRows<float>& max) {
  using F = Lanes<float>;
  constexpr float kLowest = -std::numeric_limits<float>::infinity();
  std::fill_n(max.values, kRowsAbreast, kLowest);
  for (int64_t i = 0; i < tile.columns; ++i) {
    const RowInputs<T> in = ElementsOf<Formula>(tile, i);
    ForRowsAbreast<F, T>(tile.rows, [&](auto at) HWY_ATTR OPENACLNN_INLINED {
      float* const to = max.values + at.i;
      Max(at.Load(in[0], kLowest), F::Load(to)).Store(to);
    });
  }
}

// A sum of each row, in lanes.
template <class F>
class SumsOfRows {
 public:
  using Number = typename F::Lane;
  OPENACLNN_INLINE SumsOfRows(Number start, int64_t rows) {
    for (int64_t lane = 0; lane < kSumLanes; ++lane) {
      for (int64_t r = 0; r < rows; r += kLanesOf<F>) F(start).Store(At(lane, r));
    }
  }
  // Those of the rows from `row` on that element i belongs to.
  OPENACLNN_INLINE Number* At(int64_t i, int64_t row) { return sums_[i % kSumLanes] + row; }
  OPENACLNN_INLINE void Add(int64_t i, int64_t row, F term) {
    Number* const sum = At(i, row);
    (F::Load(sum) + term).Store(sum);
  }
  // Leaves the sums in those of element 0.
  OPENACLNN_INLINE void AddLanes(int64_t rows) {
    for (int64_t half = kSumLanes / 2; half > 0; half /= 2) {
      for (int64_t lane = 0; lane < half; ++lane) {
        for (int64_t r = 0; r < rows; r += kLanesOf<F>) {
          (F::Load(At(lane, r)) + F::Load(At(lane + half, r))).Store(At(lane, r));
        }
      }
    }
  }

 private:
  alignas(kWidestVector) Number sums_[kSumLanes][kRowsAbreast];
};

// Row r of a tile, alone and dense.
template <class Formula, class T>
class RowAlone {
 public:
  RowAlone(const RowTile<T>& tile, int64_t r) : tile_(tile), r_(r) {
    for (int64_t i = 0; i < tile.columns; ++i) {
      const RowInputs<T> elements = ElementsOf<Formula>(tile, i);
      for (size_t k = 0; k < Formula::kInputs; ++k) values_[k][i] = elements[k][r];
    }
  }
  void Reduce(RowNumbers& chunk) {
    row_internal::ReduceChunk<T, Formula, false>(Inputs(), tile_.columns, nullptr, chunk);
  }
  void Map(const RowNumbers& chunk) {
    row_internal::MapChunk<T, Formula, false>(Inputs(), tile_.columns, nullptr, chunk, results_,
                                              false);
    for (int64_t i = 0; i < tile_.columns; ++i) ResultOf(tile_, i)[r_] = results_[i];
  }

 private:
  RowInputs<T> Inputs() const {
    RowInputs<T> inputs{};
    for (size_t k = 0; k < Formula::kInputs; ++k) inputs[k] = values_[k];
    return inputs;
  }

  const RowTile<T>& tile_;
  const int64_t r_;
  T values_[Formula::kInputs][kRowChunk];
  T results_[kRowChunk];
};

// Rows first .. first + rows of a tile.
template <class Formula, class T>
OPENACLNN_INLINE RowTile<T> SomeRows(const RowTile<T>& tile, int64_t first, int64_t rows) {
  RowTile<T> some = tile;
  for (size_t k = 0; k < Formula::kInputs; ++k) some.inputs[k] += first;
  some.output += first;
  some.rows = rows;
  return some;
}

// Calls map(rows, chunks) for stretches of rows for which takes(chunk) is true, and maps each other
// row alone.
template <class Formula, class T, class Takes, class MapRows>
OPENACLNN_INLINE void MapStretches(const RowTile<T>& tile, const RowNumbers* chunks,
                                   const Takes& takes, const MapRows& map) {
  for (int64_t r = 0; r < tile.rows;) {
    const int64_t first = r;
    while (r < tile.rows && takes(chunks[r])) ++r;
    if (r > first) map(SomeRows<Formula>(tile, first, r - first), chunks + first);
    if (r < tile.rows) {
      RowAlone<Formula, T>(tile, r).Map(chunks[r]);
      ++r;
    }
  }
}

namespace row_internal {

template <class T, class Formula>
void ReduceAbreast(const RowTile<T>& tile, double* keep, RowNumbers* chunks) {
  Formula::template ReduceAbreast<T>(tile, keep, chunks);
}

template <class T, class Formula>
void FoldAbreast(RowNumbers* chunks, int64_t rows) {
  for (int64_t r = 0; r < rows; r += kRowsAtOnce) {
    const int64_t some = std::min(kRowsAtOnce, rows - r);
    if constexpr (requires { Formula::FoldRows(chunks, some); }) {
      Formula::FoldRows(chunks + r, some);
    } else {
      for (int64_t i = r; i < r + some; ++i) Formula::Fold(chunks + i, 1);
    }
  }
}

template <class T, class Formula>
void MapAbreast(const RowTile<T>& tile, const double* keep, const RowNumbers* chunks) {
  kCanStream&& tile.stream ? Formula::template MapAbreast<T, true>(tile, keep, chunks)
                           : Formula::template MapAbreast<T, false>(tile, keep, chunks);
}

}  // namespace row_internal

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
