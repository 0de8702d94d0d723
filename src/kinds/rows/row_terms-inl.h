// Formulas of rows (row_loops-inl.h) from what each element comes to, in double. Include after
// row_loops-inl.h, or kinds/rows/device/row_loops-inl.h.
//
// Such a formula has kInputs, kHasMax, kHasSum, kKeeps, Fold and
//
//   kReduces          how many of the inputs, the first ones, Reducing takes
//   kPastEnd          what the first of them is taken to be behind the end of a row
//   Reducing<F>       made from the maximum, if there is one; operator()(x..., kept) is a term,
//                     Numbers(sum, columns) what the chunk comes to, given the sum of the terms
//   Mapping<F>        made from what Fold left; Kept(x) is the kept value, operator()(kept, x...)
//                     the result and Term(x...) the term

#if defined(OPENACLNN_KINDS_ROWS_ROW_TERMS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_KINDS_ROWS_ROW_TERMS_INL_H_
#undef OPENACLNN_KINDS_ROWS_ROW_TERMS_INL_H_
#else
#define OPENACLNN_KINDS_ROWS_ROW_TERMS_INL_H_
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "formulas/add_by_fma-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace row_internal {

using D = Lanes<double>;

}  // namespace row_internal

template <class Formula>
struct RowsOfTerms : Formula {
  using D = row_internal::D;

  template <class T, bool kKeep>
  static OPENACLNN_INLINE void Reduce(const RowInputs<T>& in, RowExtent columns, double max,
                                      double* keep, RowNumbers& chunk) {
    using Reducing = typename Formula::template Reducing<D>;
    constexpr bool kAdds = requires(Reducing by, D x) { by.Added(x, x, x); };
    Reducing reducing(max);
    const double sum = SumOf<T>(columns, [&](D& total, auto at) HWY_ATTR OPENACLNN_INLINED {
      const D x = at.Load(in[0], Formula::kPastEnd);
      D kept(0.0);
      if constexpr (kAdds) {  // nothing behind the end
        total = reducing.Added(total, x, at.Load(in[1], 0));
      } else if constexpr (Formula::kReduces == 1) {
        total = AddByFma(at.Term(reducing(x, kept)), total);
      } else {
        total = total + at.Term(reducing(x, at.Load(in[1], 0), kept));
      }
      if constexpr (kKeep) at.StoreKept(kept, keep + at.i);
    });
    chunk = reducing.Numbers(sum, columns);
  }

  template <class T, bool kKept, bool kStream>
  static OPENACLNN_INLINE double Map(const RowInputs<T>& in, RowExtent columns, const double* keep,
                                     const RowNumbers& chunk, RowOutput<T> out) {
    const typename Formula::template Mapping<D> mapping(chunk);
    const auto map = [&](auto at) HWY_ATTR OPENACLNN_INLINED {
      const D x = at.Load(in[0], Formula::kPastEnd);
      D kept(0.0);
      if constexpr (kKept) {
        kept = at.LoadKept(keep + at.i);
      } else if constexpr (Formula::kKeeps) {
        kept = mapping.Kept(x);
      }
      if constexpr (Formula::kInputs == 1) {
        at.Store(mapping(kept, x), out);
      } else {
        const D y = at.Load(in[1], 0);
        at.Store(mapping(kept, x, y), out);
        if constexpr (Formula::kHasSum) return at.Term(mapping.Term(x, y));
      }
    };
    if constexpr (Formula::kHasSum) {
      return SumOf<T>(
          columns, [&](D& total, auto at) HWY_ATTR OPENACLNN_INLINED { total = total + map(at); });
    } else {
      ForVectors<D, kStream>(columns, out, map, in);
      return 0;
    }
  }

#ifndef OPENACLNN_ONE_LANE
  template <class T>
  static OPENACLNN_INLINE void ReduceAbreast(const RowTile<T>& tile, double*,
                                             RowNumbers* chunks) requires(!Formula::kHasMax) {
    typename Formula::template Reducing<D> reducing(0);
    SumsOfRows<D> sums(0, tile.rows);
    for (int64_t i = 0; i < tile.columns; ++i) {
      const RowInputs<T> in = ElementsOf<Formula>(tile, i);
      ForRowsAbreast<D, T>(tile.rows, [&](auto at) HWY_ATTR OPENACLNN_INLINED {
        double* const to = sums.At(i, at.i);
        const D sum = D::Load(to), x = at.Load(in[0], Formula::kPastEnd);
        D none;
        if constexpr (requires { reducing.Added(x, x, x); }) {
          reducing.Added(sum, x, at.Load(in[1], 0)).Store(to);
        } else if constexpr (Formula::kReduces == 1) {
          AddByFma(reducing(x, none), sum).Store(to);
        } else {
          (sum + reducing(x, at.Load(in[1], 0), none)).Store(to);
        }
      });
    }
    sums.AddLanes(tile.rows);
    for (int64_t r = 0; r < tile.rows; ++r)
      chunks[r] = reducing.Numbers(*sums.At(0, r), tile.columns);
  }

  template <class T, bool kStream>
  static OPENACLNN_INLINE void MapAbreast(const RowTile<T>& tile, const double*,
                                          const RowNumbers* chunks) requires(!Formula::kHasMax) {
    const NumbersOfRows<1> numbers(chunks, tile.rows);
    for (int64_t i = 0; i < tile.columns; ++i) {
      const RowInputs<T> in = ElementsOf<Formula>(tile, i);
      T* const out = ResultOf(tile, i);
      AskForRowsAfter<Formula>(tile, i);
      ForVectors<D, kStream>(tile.rows, out, [&](auto at) HWY_ATTR OPENACLNN_INLINED {
        const typename Formula::template Mapping<D> mapping(numbers.template At<D>(at.i));
        const D none(0.0), x = at.Load(in[0], Formula::kPastEnd);
        if constexpr (Formula::kInputs == 1) {
          at.Store(mapping(none, x), out);
        } else {
          at.Store(mapping(none, x, at.Load(in[1], 0)), out);
        }
      });
    }
  }
#endif

 private:
  // Calls add(total, at) for the elements of each lane of totals.
  template <class T, class Add>
  static OPENACLNN_INLINE double SumOf(RowExtent columns, const Add& add) {
    LaneSums<D> sums;
    ForLanes<D, T>(
        columns, [&](auto v, auto at) HWY_ATTR OPENACLNN_INLINED { add(sums[v], at); }, sums);
    return sums.Total(columns);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
