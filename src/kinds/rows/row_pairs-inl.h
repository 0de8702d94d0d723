// Rows of BFLOAT16 in pairs, and what formulas call for them and for others. Include after
// foreach_target.h.
//
// A step takes twice as many elements as a vector has floats: the first of each two are one vector
// of floats, the second ones another (half_lanes-inl.h).

#if defined(OPENACLNN_KINDS_ROWS_ROW_PAIRS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_KINDS_ROWS_ROW_PAIRS_INL_H_
#undef OPENACLNN_KINDS_ROWS_ROW_PAIRS_INL_H_
#else
#define OPENACLNN_KINDS_ROWS_ROW_PAIRS_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "cpu/half_lanes-inl.h"
#include "cpu/loops-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "kinds/rows/row_loops-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

template <class F, class T>
inline constexpr bool kTakesPairs =
    std::is_same_v<T, Bfloat16Bits>&& HWY_TARGET !=
    HWY_SCALAR&& std::is_same_v<typename F::Lane, float>&& kLanesOf<F> < kSumLanes;

namespace row_internal {

template <class F>
using PairBits = Pairs<typename F::D>;
template <class F>
using BitsOfPairs = HalvesOfPairs<typename F::D>;

// The first or the second ones of the pairs of a whole vector.
template <class F, bool kSecond>
class OfPairs {
 public:
  static constexpr int64_t kLanes = kLanesOf<F>;
  explicit OPENACLNN_INLINE OfPairs(int64_t first) : i_(first) {}
  OPENACLNN_INLINE F Load(const Bfloat16Bits* from, float) const {
    return Part(LoadPairs(typename F::D(), from + i_));
  }
  static OPENACLNN_INLINE F Part(hn::Vec<PairBits<F>> pairs) {
    const typename F::D floats;
    if constexpr (kSecond) {
      return F(SecondOfPairs(floats, pairs));
    } else {
      return F(FirstOfPairs(floats, pairs));
    }
  }

 private:
  int64_t i_;
};

// Whether masks are of 16 bits.
template <class F>
inline constexpr bool kMasksHalves = SomeOfVector<F, Bfloat16Bits>::kMasks;

// The same of the first `count` elements, and zeros.
template <class F, bool kSecond>
class OfSomePairs {
 public:
  OPENACLNN_INLINE OfSomePairs(int64_t first, int64_t count)
      : i_(first), count_(static_cast<size_t>(count)) {}
  OPENACLNN_INLINE F Load(const Bfloat16Bits* from, float) const {
    const BitsOfPairs<F> halves;
    const PairBits<F> bits;
    if constexpr (kMasksHalves<F>) {
      const auto some = hn::MaskedLoad(hn::FirstN(halves, count_), halves, &from[i_].value);
      return OfPairs<F, kSecond>::Part(hn::BitCast(bits, some));
    } else if constexpr (SomeOfVector<F, float>::kMasks) {
      const auto whole = hn::FirstN(bits, count_ / 2);
      auto some = hn::MaskedLoad(whole, bits, reinterpret_cast<const uint32_t*>(from + i_));
      if (count_ % 2 != 0) {
        const auto is_last = hn::AndNot(whole, hn::FirstN(bits, count_ / 2 + 1));
        some = hn::IfThenElse(is_last, hn::Set(bits, from[Last()].value), some);
      }
      return OfPairs<F, kSecond>::Part(some);
    } else {
      HWY_ALIGN uint16_t values[2 * kLanesOf<F>] = {};
      std::memcpy(values, from + i_, count_ * sizeof(uint16_t));
      return OfPairs<F, kSecond>::Part(hn::BitCast(bits, hn::Load(halves, values)));
    }
  }

 private:
  OPENACLNN_INLINE int64_t Last() const { return i_ + static_cast<int64_t>(count_) - 1; }

  int64_t i_;
  size_t count_;
};

// Rounded; no NaN has a payload that rounding would carry out of.
template <class F>
OPENACLNN_INLINE auto PairsOf(F first, F second) {
  return ToPairs<false>(typename F::D(), first.raw, second.raw);
}

// The lanes of a sum, those of the first ones before those of the second ones: halves of vectors
// are halves of the lanes up to the last step.
class SumsOfPairs {
 public:
  using D = Lanes<double>;
  OPENACLNN_INLINE SumsOfPairs() {
    for (D& lanes : lanes_) lanes = D(0.0);
  }
  OPENACLNN_INLINE D& operator[](size_t v) { return lanes_[v]; }
  OPENACLNN_INLINE double Total(RowExtent) const {
    return SumOfLanes(First()) + SumOfLanes(Second());
  }
  // The same in two steps, between which others can be taken.
  struct Parts {
    OPENACLNN_INLINE void ClearFrom(int64_t rows) {
      first.ClearFrom(rows);
      second.ClearFrom(rows);
    }
    LanesOfRows<D> first, second;
  };
  OPENACLNN_INLINE void StoreVectors(int64_t row, Parts& parts) const {
    First().Store(parts.first[row]);
    Second().Store(parts.second[row]);
  }
  static OPENACLNN_INLINE void Totals(const Parts& parts, double* to) {
    HWY_ALIGN double second[kRowsAtOnce];
    parts.first.Sum(to);
    parts.second.Sum(second);
    for (int64_t r = 0; r < kRowsAtOnce; r += kLanesOf<D>) {
      (D::Load(to + r) + D::Load(second + r)).Store(to + r);
    }
  }

 private:
  static constexpr size_t kHalf = kVectorsOfSum<D> / 2;
  OPENACLNN_INLINE D First() const { return SumOf(lanes_, std::make_index_sequence<kHalf>()); }
  OPENACLNN_INLINE D Second() const {
    return SumOf(lanes_ + kHalf, std::make_index_sequence<kHalf>());
  }
  template <size_t... v>
  static OPENACLNN_INLINE D SumOf(const D* lanes, std::index_sequence<v...>) {
    const D half[] = {lanes[v]...};
    return SumOfVectors(half);
  }

  D lanes_[kVectorsOfSum<D>];
};

template <class F, class Term, size_t... v>
OPENACLNN_INLINE void AddPairs(SumsOfPairs& sums, int64_t i, const Term& term,
                               std::index_sequence<v...>) {
  constexpr int64_t kPairs = 2 * kLanesOf<F>;
  (AddWide(sums, v, term(OfPairs<F, false>(i + static_cast<int64_t>(v) * kPairs))), ...);
  (AddWide(sums, sizeof...(v) + v, term(OfPairs<F, true>(i + static_cast<int64_t>(v) * kPairs))),
   ...);
}
template <class F, class Term, size_t... v>
OPENACLNN_INLINE void AddSomePairs(SumsOfPairs& sums, int64_t i, int64_t columns, const Term& term,
                                   std::index_sequence<v...>) {
  constexpr int64_t kPairs = 2 * kLanesOf<F>;
  const auto count = [&](size_t n) HWY_ATTR OPENACLNN_INLINED {
    return std::clamp<int64_t>(columns - i - static_cast<int64_t>(n) * kPairs, 0, kPairs);
  };
  (AddWide(sums, v, term(OfSomePairs<F, false>(i + static_cast<int64_t>(v) * kPairs, count(v)))),
   ...);
  (AddWide(sums, sizeof...(v) + v,
           term(OfSomePairs<F, true>(i + static_cast<int64_t>(v) * kPairs, count(v)))),
   ...);
}

template <class F, class Term>
OPENACLNN_INLINE void AddAllPairs(SumsOfPairs& sums, int64_t columns, const Term& term) {
  constexpr std::make_index_sequence<kVectorsOfSum<F> / 2> kEach;
  int64_t i = 0;
  for (; i + kSumLanes <= columns; i += kSumLanes) AddPairs<F>(sums, i, term, kEach);
  if (i < columns) AddSomePairs<F>(sums, i, columns, term, kEach);
}

template <class F, class Value>
OPENACLNN_INLINE void StoreSomePairs(int64_t i, int64_t count, Bfloat16Bits* out,
                                     const Value& value) {
  const BitsOfPairs<F> halves;
  const auto pairs =
      PairsOf(value(OfSomePairs<F, false>(i, count)), value(OfSomePairs<F, true>(i, count)));
  if constexpr (kMasksHalves<F>) {
    hn::BlendedStore(pairs, hn::FirstN(halves, static_cast<size_t>(count)), halves, &out[i].value);
  } else {
    HWY_ALIGN uint16_t values[2 * kLanesOf<F>];
    hn::Store(pairs, halves, values);
    std::memcpy(out + i, values, static_cast<size_t>(count) * sizeof(uint16_t));
  }
}

template <class F, bool kStream, class Value, class... In>
OPENACLNN_INLINE void StorePairs(int64_t columns, Bfloat16Bits* out, const Value& value,
                                 const In&... in) {
  constexpr int64_t kPairs = 2 * kLanesOf<F>;
  const BitsOfPairs<F> halves;
  const auto store = [&](int64_t i) HWY_ATTR OPENACLNN_INLINED {
    const auto pairs = PairsOf(value(OfPairs<F, false>(i)), value(OfPairs<F, true>(i)));
    if constexpr (kStream) {
      hn::Stream(pairs, halves, &out[i].value);
    } else {
      hn::StoreU(pairs, halves, &out[i].value);
    }
  };
  int64_t i = 0;
  if constexpr (kStream) {
    constexpr uintptr_t kBytes = kPairs * sizeof(uint16_t);
    const uintptr_t skipped = (0 - reinterpret_cast<uintptr_t>(out)) % kBytes;
    i = std::min(columns, static_cast<int64_t>(skipped / sizeof(uint16_t)));
    if (i > 0) StoreSomePairs<F>(0, i, out, value);
  }
  if constexpr (kForSpeed) {
    for (; i + 2 * kPairs <= columns; i += 2 * kPairs) {
      (AskForNext<kStream>(in, i, 2 * kPairs), ...);
      store(i);
      store(i + kPairs);
    }
  }
  for (; i + kPairs <= columns; i += kPairs) store(i);
  if (i < columns) StoreSomePairs<F>(i, columns - i, out, value);
}

}  // namespace row_internal

// Sums in double of floats that are made of T's.
template <class F, class T>
using WideSums =
    std::conditional_t<kTakesPairs<F, T>, row_internal::SumsOfPairs, LaneSums<Lanes<double>>>;
// Adds term(at) of all vectors.
template <class F, class T, class Term>
OPENACLNN_INLINE void AddTerms(WideSums<F, T>& sums, RowExtent columns, const Term& term) {
  if constexpr (kTakesPairs<F, T>) {
    row_internal::AddAllPairs<F>(sums, columns, term);
  } else {
    ForLanes<F, T>(
        columns, [&](auto v, auto at) HWY_ATTR OPENACLNN_INLINED { AddWide(sums, v, term(at)); },
        sums);
  }
}

// Stores value(at) of all vectors.
template <class F, bool kStream, class T, class Value, class... In>
OPENACLNN_INLINE void StoreVectors(RowExtent columns, T* out, const Value& value, const In&... in) {
  if constexpr (kTakesPairs<F, T>) {
    row_internal::StorePairs<F, kStream>(columns, out, value, in...);
  } else {
    ForVectors<F, kStream>(
        columns, out, [&](auto at) HWY_ATTR OPENACLNN_INLINED { at.Store(value(at), out); }, in...);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
