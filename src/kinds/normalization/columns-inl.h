// How columns of rows are loaded, summed and stored. Include after foreach_target.h.

#if defined(OPENACLNN_KINDS_NORMALIZATION_COLUMNS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_KINDS_NORMALIZATION_COLUMNS_INL_H_
#undef OPENACLNN_KINDS_NORMALIZATION_COLUMNS_INL_H_
#else
#define OPENACLNN_KINDS_NORMALIZATION_COLUMNS_INL_H_
#endif

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "cpu/prefetch.h"
#include "cpu/sum_loops-inl.h"
#include "cpu/term_order.h"
#include "formulas/add_by_fma-inl.h"

// For a lambda that changes sums, so that these stay in registers.
#undef OPENACLNN_INLINED
#if HWY_IS_ASAN || HWY_IS_TSAN
#define OPENACLNN_INLINED
#else
#define OPENACLNN_INLINED __attribute__((always_inline))
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Doubles from as many elements as a vector has floats, rounded once.
template <bool kStream, class T>
HWY_INLINE void StoreNumbers(Wide numbers, T* to) {
#if HWY_TARGET == HWY_SCALAR
  StoreTo(numbers, to);
#else
  if constexpr (sizeof(T) == 2) {  // floats that are no ties round to T as the doubles do
    const Floats::D f;
    const auto floats = hn::Combine(f, numbers.b.ToFloats(), numbers.a.ToFloats());
    const auto far = Ties<T, 1>::AreFar(f, Ties<T, 1>::Distance(f, floats));
    if (HWY_LIKELY(hn::AllTrue(f, hn::AndNot(hn::IsNaN(floats), far)))) {
      return Put<false, false>(Floats(floats), to, std::bool_constant<kStream>());
    }
  }
  if constexpr (kStream && std::is_same_v<T, float>) {  // a whole line at once
    const Floats::D f;
    return Put(Floats(hn::Combine(f, numbers.b.ToFloats(), numbers.a.ToFloats())), to,
               std::bool_constant<kStream>());
  }
  Put(numbers, to, std::bool_constant<kStream>());
#endif
}

// How the columns of a vector are loaded: all are there.
struct Whole {
  template <class T>
  HWY_INLINE Wide Load(const T* row, int64_t column) const {
    return LoadTerms(row + column);
  }
  template <class S>
  HWY_INLINE S Kept(const S& terms) const {
    return terms;
  }
};

// The first `count` are there, or none; zeros are loaded after them, and kept after them: they
// change no lane of a sum, as none is -0.
struct Some {
  int64_t count;

  template <class T>
  HWY_INLINE Wide Load(const T* row, int64_t column) const {
    HWY_ALIGN T values[kFloatLanes] = {};
    if (count > 0) std::copy_n(row + column, std::min(count, kFloatLanes), values);
    return LoadTerms(values);
  }
  HWY_INLINE Wide Kept(Wide terms) const {
    HWY_ALIGN double all[kFloatLanes];
    StoreWide(terms, all);
    for (int64_t i = std::max<int64_t>(count, 0); i < kFloatLanes; ++i) all[i] = 0;
    return LoadWide(all);
  }
  HWY_INLINE Twin<Wide> Kept(const Twin<Wide>& terms) const {
    return {Kept(terms.a), Kept(terms.b)};
  }
};

// Two terms of each column that are summed side by side.
using Both = Twin<Wide>;

// sum + term, and a - b. Where elements of T are converted it is by the units that multiply.
template <class T, class S>
HWY_INLINE S Added(const S& sum, const S& term) {
  if constexpr (std::is_same_v<T, double>) {
    return sum + term;
  } else {
    return AddByFma(term, sum);
  }
}
template <class T>
HWY_INLINE Wide Less(Wide a, Wide b) {
  if constexpr (std::is_same_v<T, double>) {
    return a - b;
  } else {
    return AddByFma(a, -b);
  }
}

using Totals = std::array<double, 2>;
HWY_INLINE Totals TotalsOf(Wide sum) { return {Fold(sum), 0}; }
HWY_INLINE Totals TotalsOf(const Both& sums) { return {Fold(sums.a), Fold(sums.b)}; }

// The sums of term(load, column), of S, a Wide or Both, of `count` columns, at most kTermsOfChunk:
// term i is added to lane i mod kSumLanes.
template <class T, class S, class Term, size_t... v>
HWY_INLINE Totals SumsOfChunk(int64_t first, int64_t count, const Term& term,
                              std::index_sequence<v...>) {
  S sums[] = {(static_cast<void>(v), S(0.0))...};
  const auto add = [&](const auto& load_at, int64_t i) HWY_ATTR OPENACLNN_INLINED {
    const auto add_vector = [&](size_t k) HWY_ATTR OPENACLNN_INLINED {
      const auto at = static_cast<int64_t>(k) * kFloatLanes;
      const auto load = load_at(at);
      sums[k] = Added<T>(sums[k], load.Kept(term(load, first + i + at)));
    };
    if constexpr (kUnrollsSums) {
      (add_vector(v), ...);
    } else {
      for (size_t k = 0; k < sizeof...(v); ++k) add_vector(k);
    }
  };
  int64_t i = 0;
  for (; i + kSumLanes <= count; i += kSumLanes) {
    add([](int64_t) HWY_ATTR { return Whole(); }, i);
  }
  if (i < count) add([rest = count - i](int64_t at) HWY_ATTR { return Some{rest - at}; }, i);
  return TotalsOf(FoldVectors(sums, std::make_index_sequence<sizeof...(v) / 2>()));
}

// Asks for the same columns of the next row.
template <class T>
HWY_INLINE void AskForNext(const T* row, int64_t columns, int64_t i) {
  AskForLines(reinterpret_cast<uintptr_t>(row) + static_cast<uintptr_t>(columns + i) * sizeof(T),
              1);
}

// Sets `out` to value(load, column). Where it is stored past the caches, `rows` come from memory.
template <bool kStream, class T, class Value, class... Rows>
HWY_INLINE void MapColumns(int64_t count, const Value& value, T* out, const Rows*... rows) {
  int64_t i = 0;
  for (; i + kFloatLanes <= count; i += kFloatLanes) {
    if constexpr (kStream) (AskForNext(rows, count, i), ...);
    StoreNumbers<kStream>(value(Whole(), i), out + i);
  }
  if (i == count) return;
  T values[kFloatLanes];
  StoreNumbers<false>(value(Some{count - i}, i), values);
  std::copy_n(values, count - i, out + i);
}

template <class T>
HWY_INLINE void StoreResults(Whole, Wide numbers, T* to) {
  StoreNumbers<false>(numbers, to);
}
template <class T>
HWY_INLINE void StoreResults(Some some, Wide numbers, T* to) {
  T all[kFloatLanes];
  StoreNumbers<false>(numbers, all);
  std::copy_n(all, some.count, to);
}

// Calls add(first, count) for each chunk of `count` elements.
template <class Add>
HWY_INLINE void ForChunks(int64_t count, const Add& add) {
  for (int64_t i = 0; i < count; i += kTermsOfChunk) add(i, std::min(kTermsOfChunk, count - i));
}
inline constexpr std::make_index_sequence<kSumLanes / kFloatLanes> kVectorsOfLanes;

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
