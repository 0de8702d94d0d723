// The loops over a formula of rows, instantiated by each operator for each SIMD target. Include
// after foreach_target.h.
//
// A formula first reduces each chunk of a row, kRowChunk elements, to a few numbers, then folds
// those of a row's chunks, then maps the elements of each chunk with what the fold has left for it.
// It has
//
//   kInputs           operands that it reads, 1 or 2
//   kHasMax           whether Reduce takes the maximum of the chunk's first input
//   kHasSum           whether Map gives a number for each chunk, whose sum is the number of the row
//   kKeeps            whether Reduce leaves something for Map, as long as a double, of each element
//   Reduce<T, keeps>  of a chunk
//   Fold              of the numbers of a row's chunks
//   Map<T, kept, stream>, of a chunk
//   kKeepsLong<T>     if there is one and it is false, long rows are mapped without that
//   ReduceRows<T, keeps>  if there is one, Reduce of up to kRowsAtOnce rows of a tile, each of one
//                     chunk, with their maxima; false if it leaves them to Reduce
//   FoldRows          if there is one, Fold of up to kRowsAtOnce rows of one chunk each
//   ShortRows<T>      if there is one, all of a tile's rows of kSumLanes elements
//
// row_terms-inl.h makes one from what its elements come to. Formulas use the words of this file and
// of row_pairs-inl.h that kinds/rows/device/row_loops-inl.h has too, where threads share a row.

#if defined(OPENACLNN_KINDS_ROWS_ROW_LOOPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_KINDS_ROWS_ROW_LOOPS_INL_H_
#undef OPENACLNN_KINDS_ROWS_ROW_LOOPS_INL_H_
#else
#define OPENACLNN_KINDS_ROWS_ROW_LOOPS_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "cpu/loops-inl.h"
#include "cpu/prefetch.h"
#include "formulas/add_by_fma-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "kinds/rows/kernel.h"
#include "kinds/rows/run.h"

// For a lambda, after HWY_ATTR.
#undef OPENACLNN_INLINED
#define OPENACLNN_INLINED __attribute__((always_inline))

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// How many elements or chunks there are; on a GPU also which threads share them.
using RowExtent = int64_t;

// A chunk of an operand.
template <class T>
using RowInput = const T*;
template <class T>
using RowOutput = T*;
// The same chunk of each of `count` inputs, and how many elements further on what will be read next
// lies.
template <class T>
struct RowInputs : std::array<RowInput<T>, kMaxOperands> {
  size_t count = 0;
  int64_t to_next = 0;
};

// A chunk's terms are summed in this many lanes, term i in lane i mod kSumLanes, whatever the width
// of the machine's vectors; then pairs of lanes half of them apart, and so on.
inline constexpr int64_t kSumLanes = 32;

// How many elements of each short row have room in what is kept.
constexpr int64_t RoundedToLanes(int64_t columns) {
  return (columns + kSumLanes - 1) / kSumLanes * kSumLanes;
}

template <class F>
inline constexpr int64_t kLanesOf = hn::MaxLanes(typename F::D());
template <class F>
inline constexpr size_t kVectorsOfSum = kSumLanes / kLanesOf<F>;
template <class F>
using EachVectorOfSum = std::make_index_sequence<kVectorsOfSum<F>>;

namespace row_internal {

#if HWY_TARGET == HWY_SCALAR
template <class Tag>
OPENACLNN_INLINE auto MaxOfHalves(Tag, hn::Vec<Tag> v) {
  return hn::GetLane(v);
}
template <class Tag>
OPENACLNN_INLINE auto SumOfHalves(Tag, hn::Vec<Tag> v) {
  return hn::GetLane(v);
}
#else
// The maximum of numbers, in any order.
template <class Tag>
OPENACLNN_INLINE auto MaxOfHalves(Tag, hn::Vec<Tag> v) {
  if constexpr (hn::MaxLanes(Tag()) > 1) {
    const hn::Half<Tag> half;
    return MaxOfHalves(half, hn::Max(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  } else {
    return hn::GetLane(v);
  }
}
template <class Tag>
OPENACLNN_INLINE auto SumOfHalves(Tag, hn::Vec<Tag> v) {
  if constexpr (hn::MaxLanes(Tag()) > 1) {
    const hn::Half<Tag> half;
    return SumOfHalves(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  } else {
    return hn::GetLane(v);
  }
}
#endif

template <class F, size_t n, size_t... v>
OPENACLNN_INLINE F SumOfVectors(const F (&sums)[n], std::index_sequence<v...>) {
  if constexpr (n == 1) {
    return sums[0];
  } else {
    const F halves[n / 2] = {sums[v] + sums[v + n / 2]...};
    return SumOfVectors(halves, std::make_index_sequence<n / 4>());
  }
}

// To a 16-bit type by way of float: what that loses of a double, at most 2^-13 of a last place, is
// far below what the results promise, and keeping it would take as long as all the rest. Rows of
// 16-bit numbers have no NaN whose payload rounding would carry out of.
template <class T, class F>
OPENACLNN_INLINE auto HalvesOf(F value) {
  if constexpr (std::is_same_v<T, Bfloat16Bits>) {
    return ToBfloat16<false>(typename F::FloatTag(), value.ToFloats());
  } else {
    return ToFloat16<false>(typename F::FloatTag(), value.ToFloats());
  }
}

}  // namespace row_internal

template <class F>
OPENACLNN_INLINE auto MaxOfLanes(F v) {
  return row_internal::MaxOfHalves(typename F::D(), v.raw);
}
template <class F>
OPENACLNN_INLINE auto SumOfLanes(F v) {
  return row_internal::SumOfHalves(typename F::D(), v.raw);
}
// The sum of all lanes of vectors, in pairs half of them apart: first of the vectors.
template <class F, size_t n>
OPENACLNN_INLINE F SumOfVectors(const F (&sums)[n]) {
  return row_internal::SumOfVectors(sums, std::make_index_sequence<n / 2>());
}
template <class F, size_t n>
OPENACLNN_INLINE auto SumOfLanes(const F (&sums)[n]) {
  return SumOfLanes(SumOfVectors(sums));
}

namespace row_internal {

#if HWY_TARGET != HWY_SCALAR
// `some` has the lanes of b whose number has the bit kApart, and those of a whose number has not;
// `others` has in each place the lane kApart from it, of the same vector. So their sum has a pair
// of lanes in each place, of a or of b.
template <size_t kApart, class Tag>
OPENACLNN_INLINE void Partners(Tag d, hn::Vec<Tag> a, hn::Vec<Tag> b, hn::Vec<Tag>& some,
                               hn::Vec<Tag>& others) {
  constexpr size_t kBytes = kApart * sizeof(hn::TFromD<Tag>);
  const hn::Repartition<uint64_t, Tag> wide;
  if constexpr (kBytes >= 16 && 2 * kApart == hn::MaxLanes(Tag())) {
    some = hn::ConcatLowerLower(d, b, a);
    others = hn::ConcatUpperUpper(d, b, a);
  } else if constexpr (kBytes == 16) {
    some = hn::OddEvenBlocks(b, a);
    others = hn::SwapAdjacentBlocks(hn::OddEvenBlocks(a, b));
  } else if constexpr (kBytes == 8) {
    const auto x = hn::BitCast(wide, a), y = hn::BitCast(wide, b);
    some = hn::BitCast(d, hn::OddEven(y, x));
    others = hn::BitCast(d, hn::Shuffle01(hn::OddEven(x, y)));
  } else {
    static_assert(kBytes == 4);
    some = hn::OddEven(b, a);
    others = hn::Shuffle2301(hn::OddEven(a, b));
  }
}
#endif

}  // namespace row_internal

// What the lanes of kRowsAtOnce vectors come to, each vector's in pairs half of them apart, as in
// SumOfLanes: several vectors share each step.
template <class F>
class LanesOfRows {
 public:
  using Lane = typename F::Lane;
  OPENACLNN_INLINE Lane* operator[](int64_t row) { return lanes_[row]; }
  // Where there are no more than `rows` vectors.
  OPENACLNN_INLINE void ClearFrom(int64_t rows) {
    for (int64_t r = rows; r < kRowsAtOnce; ++r) F(0).Store(lanes_[r]);
  }
  OPENACLNN_INLINE void Sum(Lane* to) const {
    Fold(to, [](F a, F b) HWY_ATTR OPENACLNN_INLINED { return a + b; });
  }
  OPENACLNN_INLINE void Maximum(Lane* to) const {
    Fold(to, [](F a, F b) HWY_ATTR OPENACLNN_INLINED { return Max(a, b); });
  }

 private:
  static constexpr int64_t kLanes = kLanesOf<F>;
  static_assert(kRowsAtOnce % kLanes == 0);

  template <class Merge>
  OPENACLNN_INLINE void Fold(Lane* to, const Merge& merge) const {
    for (int64_t r = 0; r < kRowsAtOnce; r += kLanes) Folded<1>(r, merge).Store(to + r);
  }
  // Folds the rows from `row` on that are kApart apart, in lanes that are as far apart.
  template <int64_t kApart, class Merge>
  OPENACLNN_INLINE F Folded(int64_t row, [[maybe_unused]] const Merge& merge) const {
    if constexpr (kApart == kLanes) {
      return F::Load(lanes_[row]);
    } else {
#if HWY_TARGET != HWY_SCALAR
      const F a = Folded<2 * kApart>(row, merge), b = Folded<2 * kApart>(row + kApart, merge);
      F some, others;
      row_internal::Partners<kApart>(typename F::D(), a.raw, b.raw, some.raw, others.raw);
      return merge(some, others);
#endif
    }
  }

  alignas(kWidestVector) Lane lanes_[kRowsAtOnce][kLanes];
};

// What is added up in the lanes of a sum, each beginning as `start`. On a GPU one lane follows the
// other, so that their sum, in Sum, is made on the way.
template <class F, class Sum = typename F::Lane>
class LaneSums {
 public:
  OPENACLNN_INLINE LaneSums() : LaneSums(0) {}
  explicit OPENACLNN_INLINE LaneSums(typename F::Lane start) : start_(start) {
    for (F& lanes : lanes_) lanes = F(start);
  }

  // Those of vector v.
  OPENACLNN_INLINE F& operator[](size_t v) { return lanes_[v]; }

  // The sum of all that was added to `terms` elements' lanes, in pairs half of them apart.
  OPENACLNN_INLINE Sum Total(RowExtent terms) {
    if constexpr (sizeof(Sum) == sizeof(typename F::Lane)) {
      return ExactTotal(terms);
    } else {
      HWY_ALIGN typename F::Lane narrow[kSumLanes];
      for (size_t v = 0; v < kVectorsOfSum<F>; ++v) {
        (lanes_[v] - F(start_)).Store(narrow + v * static_cast<size_t>(kLanesOf<F>));
      }
      using Wide = Lanes<Sum>;
      Wide wide[kVectorsOfSum<Wide>];
      for (size_t v = 0; v < kVectorsOfSum<Wide>; ++v) {
        wide[v] = Wide::Load(narrow + v * static_cast<size_t>(kLanesOf<Wide>));
      }
      return SumOfLanes(wide);
    }
  }
  // The same where a lane's type holds it exactly, or is Sum.
  OPENACLNN_INLINE Sum ExactTotal(RowExtent) {
    if (start_ != 0) {
      for (F& lanes : lanes_) lanes = lanes - F(start_);
    }
    return SumOfLanes(lanes_);
  }
  // The same in two steps, between which others can be taken.
  using Parts = LanesOfRows<F>;
  OPENACLNN_INLINE void StoreVectors(int64_t row, Parts& parts) {
    if (start_ != 0) {
      for (F& lanes : lanes_) lanes = lanes - F(start_);
    }
    SumOfVectors(lanes_).Store(parts[row]);
  }
  static OPENACLNN_INLINE void Totals(const Parts& parts, typename F::Lane* to) { parts.Sum(to); }

 private:
  typename F::Lane start_;
  F lanes_[kVectorsOfSum<F>];
};

// Adds floats to sums of doubles, some of the lanes of `sums` from vector v of floats on.
template <class F, class Sums>
OPENACLNN_INLINE void AddWide(Sums& sums, size_t v, F x) {
  using D = Lanes<double>;
  constexpr size_t kRatio = kVectorsOfSum<D> / kVectorsOfSum<F>;
#if HWY_TARGET != HWY_SCALAR
  if constexpr (kRatio == 2) {
    const typename D::FloatTag half;
    D &low = sums[2 * v], &high = sums[2 * v + 1];
    low = AddByFma(D::FromFloats(hn::LowerHalf(half, x.raw)), low);
    high = AddByFma(D::FromFloats(hn::UpperHalf(half, x.raw)), high);
    return;
  }
#endif
  HWY_ALIGN float lanes[kLanesOf<F>];
  x.Store(lanes);
  for (size_t part = 0; part < kRatio; ++part) {
    D& sum = sums[v * kRatio + part];
    sum = sum + D::Load(lanes + part * static_cast<size_t>(kLanesOf<D>));
  }
}

// The number of lanes for which the mask is true.
template <class F>
OPENACLNN_INLINE int64_t CountTrue(typename F::Mask mask) {
  return static_cast<int64_t>(hn::CountTrue(typename F::D(), mask.raw));
}
// What was counted in all lanes, and by all threads that share the extent.
OPENACLNN_INLINE double CountAll(double count, RowExtent) { return count; }
template <class T>
OPENACLNN_INLINE double CountAll(Lanes<T> counts, RowExtent) {
  return row_internal::SumOfHalves(typename Lanes<T>::D(), counts.raw);
}

// What is done with the numbers of a row's chunks.
template <class Change>
OPENACLNN_INLINE void ForChunks(RowNumbers* chunks, RowExtent count, const Change& change) {
  for (int64_t c = 0; c < count; ++c) change(chunks[c]);
}
// The largest of the first ones.
inline double MaxOfChunks(const RowNumbers* chunks, RowExtent count) {
  double max = chunks[0][0];
  for (int64_t c = 1; c < count; ++c) max = std::max(max, chunks[c][0]);
  return max;
}

// Elements i .. i + kLanesOf<F> of a chunk. What is stored past the caches is aligned to it.
template <class F, class T, bool kStream = false>
struct WholeVector {
  static constexpr int64_t kLanes = kLanesOf<F>;
  // A NaN may become any other.
  OPENACLNN_INLINE F Load(const T* from, typename F::Lane) const {
    return LoadFrom<F, false>(from + i);
  }
  OPENACLNN_INLINE void Store(F value, T* to) const {
    constexpr bool kStreams = kStream && kLanesOf<F> * sizeof(T) >= 16;
    if constexpr (sizeof(T) != 2) {
      kStreams ? value.Stream(to + i) : value.Store(to + i);
    } else {
      const HalfBits<typename F::FloatTag> bits;
      const auto halves = row_internal::HalvesOf<T>(value);
      if constexpr (kStreams) {
        hn::Stream(halves, bits, &to[i].value);
      } else {
        hn::StoreU(halves, bits, &to[i].value);
      }
    }
  }
  OPENACLNN_INLINE F Term(F term) const { return term; }
  OPENACLNN_INLINE F LoadKept(const typename F::Lane* kept) const { return F::Load(kept); }
  OPENACLNN_INLINE void StoreKept(F value, typename F::Lane* kept) const { value.Store(kept); }
  OPENACLNN_INLINE int64_t Count() const { return kLanes; }

  int64_t i;
};

// As many vectors as a Twin has, side by side.
template <class F, class T, bool kStream>
struct WholeVector<Twin<F>, T, kStream> {
  using Half = WholeVector<F, T, kStream>;
  static constexpr int64_t kLanes = 2 * Half::kLanes;
  OPENACLNN_INLINE Twin<F> Load(const T* from, typename F::Lane past_end) const {
    return {Half{i}.Load(from, past_end), Half{i + Half::kLanes}.Load(from, past_end)};
  }
  OPENACLNN_INLINE void Store(const Twin<F>& value, T* to) const {
    Half{i}.Store(value.a, to);
    Half{i + Half::kLanes}.Store(value.b, to);
  }
  // Read as vectors of V.
  template <class V>
  OPENACLNN_INLINE V SumOfSizes(const T* from) const {
    V sum = Abs(V::Load(from + i));
    for (int64_t v = kLanesOf<V>; v < kLanes; v += kLanesOf<V>) {
      sum = sum + Abs(V::Load(from + i + v));
    }
    return sum;
  }

  int64_t i;
};

// The first `count` of them, which may be none or all.
template <class F, class T>
struct SomeOfVector {
  static constexpr int64_t kLanes = kLanesOf<F>;
  // Highway's one lane is loaded before it is masked. AVX2 masks elements of 32 bits and more.
  static constexpr bool kMasks =
      HWY_TARGET != HWY_SCALAR &&
      (!HWY_MEM_OPS_MIGHT_FAULT || (HWY_TARGET == HWY_AVX2 && sizeof(T) >= 4));
  using Tag =
      std::conditional_t<sizeof(T) == 2, HalfBits<typename F::FloatTag>,
                         std::conditional_t<sizeof(T) == 4, typename F::FloatTag, typename F::D>>;

  OPENACLNN_INLINE F Load(const T* from, typename F::Lane past_end) const {
    alignas(kWidestVector) T values[F::kMaxSize] = {};
    if constexpr (kMasks) {
      const auto* const lanes = reinterpret_cast<const hn::TFromD<Tag>*>(from + i);
      hn::Store(hn::MaskedLoad(hn::FirstN(Tag(), Size()), Tag(), lanes), Tag(),
                reinterpret_cast<hn::TFromD<Tag>*>(values));
    } else {
      std::memcpy(values, from + i, Size() * sizeof(T));
    }
    return Select(Mask(), LoadFrom<F, false>(values), F(past_end));
  }
  OPENACLNN_INLINE void Store(F value, T* to) const {
    alignas(kWidestVector) T values[F::kMaxSize];
    WholeVector<F, T>{0}.Store(value, values);
    if constexpr (kMasks) {
      hn::BlendedStore(hn::Load(Tag(), reinterpret_cast<hn::TFromD<Tag>*>(values)),
                       hn::FirstN(Tag(), Size()), Tag(),
                       reinterpret_cast<hn::TFromD<Tag>*>(to + i));
    } else {
      std::memcpy(to + i, values, Size() * sizeof(T));
    }
  }
  OPENACLNN_INLINE F Term(F term) const { return Select(Mask(), term, F(0)); }
  OPENACLNN_INLINE F LoadKept(const typename F::Lane* kept) const { return F::Load(kept); }
  OPENACLNN_INLINE void StoreKept(F value, typename F::Lane* kept) const { value.Store(kept); }
  OPENACLNN_INLINE int64_t Count() const { return count; }

  int64_t i;
  int64_t count;

 private:
  OPENACLNN_INLINE size_t Size() const { return static_cast<size_t>(count); }
  OPENACLNN_INLINE auto Mask() const {
    return typename F::Mask(hn::FirstN(typename F::D(), Size()));
  }
};

template <class F, class T>
OPENACLNN_INLINE SomeOfVector<F, T> SomeFrom(int64_t i, int64_t columns) {
  return {i, std::clamp<int64_t>(columns - i, 0, kLanesOf<F>)};
}

// Vector v of the elements from `first` on, which may end before it if they are not full.
template <class F, class T, bool kFull>
OPENACLNN_INLINE auto VectorAt(size_t v, int64_t columns, int64_t first = 0) {
  const int64_t i = first + static_cast<int64_t>(v) * kLanesOf<F>;
  if constexpr (kFull) {
    return WholeVector<F, T>{i};
  } else {
    return SomeFrom<F, T>(i, columns);
  }
}

// Calls visit(v, at) for the vectors of elements i .. i + kSumLanes, v the vector of a sum's lanes
// that they belong to: a constant, for which registers need it, unless there are very many.
template <class F, class T, bool kFull, class Visit, size_t... v>
OPENACLNN_INLINE void VisitLanes(int64_t i, int64_t columns, Visit&& visit,
                                 std::index_sequence<v...>) {
  if constexpr (sizeof...(v) <= 8 && kForSpeed) {
    (visit(std::integral_constant<size_t, v>(), VectorAt<F, T, kFull>(v, columns, i)), ...);
  } else {
    for (size_t w = 0; w < sizeof...(v); ++w) visit(w, VectorAt<F, T, kFull>(w, columns, i));
  }
}
// The same for all elements. `sums`: what visit adds to, which is told on a GPU where a lane ends.
template <class F, class T, class Visit, class... Sums>
OPENACLNN_INLINE void ForLanes(RowExtent columns, Visit&& visit, Sums&... /*sums*/) {
  int64_t i = 0;
  for (; i + kSumLanes <= columns; i += kSumLanes) {
    VisitLanes<F, T, true>(i, columns, visit, EachVectorOfSum<F>());
  }
  if (i < columns) VisitLanes<F, T, false>(i, columns, visit, EachVectorOfSum<F>());
}

// Asks for elements i .. i + count of what will be read next, if results are streamed, as inputs
// come from memory then. A few lines at a time: all at once would hold up what is read now. Where
// nothing is asked for there is no trace of it, as short rows have no time even for a test.
template <bool kStream, class T>
OPENACLNN_INLINE void AskForNext(const RowInputs<T>& in, int64_t i, int64_t count) {
  if constexpr (kStream) {
    for (size_t k = 0; k < in.count; ++k) {
      const auto offset = static_cast<uintptr_t>(in.to_next + i) * sizeof(T);
      AskForLines(reinterpret_cast<uintptr_t>(in[k]) + offset, count * int64_t{sizeof(T)});
    }
  }
}

// Calls visit(at) for all vectors of `columns` elements that are written to `out`, and in the place
// of kSeveral elements' visit_several(i), while there are so many. `in`, if any: AskForNext's.
template <class F, bool kStream, int64_t kSeveral, class T, class Visit, class VisitSeveral,
          class... In>
OPENACLNN_INLINE void ForVectorsAndSeveral(RowExtent columns, const T* out, const Visit& visit,
                                           [[maybe_unused]] const VisitSeveral& visit_several,
                                           const In&... in) {
  constexpr int64_t kLanes = kLanesOf<F>;
  int64_t i = 0;
  if constexpr (kStream) {
    i = CountToAligned<F>(out, columns);
    if (i > 0) visit(SomeOfVector<F, T>{0, i});
  }
  if constexpr (kForSpeed) {
    for (; i + kSeveral <= columns; i += kSeveral) {
      (AskForNext<kStream>(in, i, kSeveral), ...);
      visit_several(i);
    }
  }
  for (; i + kLanes <= columns; i += kLanes) visit(WholeVector<F, T, kStream>{i});
  if (i < columns) visit(SomeFrom<F, T>(i, columns));
}

// Calls visit(at) for all vectors of `columns` elements that are written to `out`.
template <class F, bool kStream, class T, class Visit, class... In>
OPENACLNN_INLINE void ForVectors(RowExtent columns, const T* out, Visit&& visit, const In&... in) {
  using Whole = WholeVector<F, T, kStream>;
  constexpr int64_t kLanes = kLanesOf<F>;
  const auto visit_several = [&](int64_t i) HWY_ATTR OPENACLNN_INLINED {
    visit(Whole{i});
    visit(Whole{i + kLanes});
    visit(Whole{i + 2 * kLanes});
    visit(Whole{i + 3 * kLanes});
  };
  ForVectorsAndSeveral<F, kStream, 4 * kLanes>(columns, out, visit, visit_several, in...);
}

// The same for formulas that are one long chain of operations: visit gets several vectors at once,
// in a Twin, side by side.
template <class F, bool kStream, class T, class Visit, class... In>
OPENACLNN_INLINE void ForTwins(RowExtent columns, const T* out, Visit&& visit, const In&... in) {
  using Several = WholeVector<InFlight<F>, T, kStream>;
  ForVectorsAndSeveral<F, kStream, Several::kLanes>(
      columns, out, visit, [&](int64_t i) HWY_ATTR OPENACLNN_INLINED { visit(Several{i}); }, in...);
}

// The largest of the numbers, -inf if there is none but NaNs: of all lanes together.
template <class F, class T>
OPENACLNN_INLINE F LanesOfMax(const T* x, int64_t columns) {
  constexpr int64_t kLanes = kLanesOf<F>;
  constexpr auto kLowest = -std::numeric_limits<typename F::Lane>::infinity();
  F a(kLowest), b(kLowest), c(kLowest), d(kLowest);
  int64_t i = 0;
  for (; i + 4 * kLanes <= columns; i += 4 * kLanes) {
    a = Max(LoadFrom<F, false>(x + i), a);
    b = Max(LoadFrom<F, false>(x + i + kLanes), b);
    c = Max(LoadFrom<F, false>(x + i + 2 * kLanes), c);
    d = Max(LoadFrom<F, false>(x + i + 3 * kLanes), d);
  }
  for (; i + kLanes <= columns; i += kLanes) a = Max(LoadFrom<F, false>(x + i), a);
  if (i < columns) b = Max(SomeFrom<F, T>(i, columns).Load(x, kLowest), b);
  return Max(Max(a, b), Max(c, d));
}
template <class T>
OPENACLNN_INLINE auto MaxOf(const T* x, int64_t columns) {
  using F = Lanes<std::conditional_t<sizeof(T) == 8, double, float>>;
  return MaxOfLanes(LanesOfMax<F>(x, columns));
}

// The kernel of a GPU for rows of T, by its name there (cuda/kernel_name.h).
template <class T, class Formula>
struct RowsAlong {};

namespace row_internal {

template <class Formula, class T>
OPENACLNN_INLINE RowInputs<T> ChunkOf(const RowInputs<T>& row, int64_t first) {
  RowInputs<T> chunk{};
  for (size_t k = 0; k < Formula::kInputs; ++k) chunk[k] = row[k] + first;
  chunk.count = row.count;
  chunk.to_next = row.to_next;
  return chunk;
}

// Row r of a tile, of which so many are done at once.
template <class Formula, class T>
OPENACLNN_INLINE RowInputs<T> RowOf(const RowTile<T>& tile, int64_t r, int64_t rows = 1) {
  RowInputs<T> row{};
  row.count = Formula::kInputs;
  row.to_next = rows * tile.input_steps[0];
  for (size_t k = 0; k < Formula::kInputs; ++k) {
    row[k] = tile.inputs[k] + r * tile.input_steps[k];
  }
  return row;
}

template <class T, class Formula>
HWY_INLINE double MaxOfChunk(const RowInputs<T>& in, int64_t columns) {
  if constexpr (Formula::kHasMax) return MaxOf(in[0], columns);
  return 0;
}

template <class Formula, class T, bool kKept>
HWY_INLINE double MapOf(const RowInputs<T>& in, int64_t columns, const double* keep,
                        const RowNumbers& chunk, T* out, bool stream) {
  return kCanStream && stream
             ? Formula::template Map<T, kKept, true>(in, columns, keep, chunk, out)
             : Formula::template Map<T, kKept, false>(in, columns, keep, chunk, out);
}

// The same of chunks that are long enough for a call, each compiled once.
template <class T, class Formula, bool kKeep>
HWY_NOINLINE HWY_ATTR void ReduceChunk(const RowInputs<T>& in, int64_t columns, double* keep,
                                       RowNumbers& chunk) {
  Formula::template Reduce<T, kKeep>(in, columns, MaxOfChunk<T, Formula>(in, columns), keep, chunk);
}
template <class T, class Formula, bool kKept>
HWY_NOINLINE HWY_ATTR double MapChunk(const RowInputs<T>& in, int64_t columns, const double* keep,
                                      const RowNumbers& chunk, T* out, bool stream) {
  return MapOf<Formula, T, kKept>(in, columns, keep, chunk, out, stream);
}

// Rows that fill the second-level cache with what is kept of them, and their results.
inline constexpr int64_t kLongRow = int64_t{1} << 14;

// Asks for `columns` elements of the input, a row after `in`, where rows are long though results
// are not streamed. What is in the caches comes by itself: asking for it takes up to a tenth of
// softmax' time.
template <class Formula, class T>
HWY_INLINE void AskForLongRow(const RowTile<T>& tile, const RowInputs<T>& in, int64_t columns) {
  if constexpr (Formula::kInputs == 1) {
    if (tile.stream || tile.columns < kLongRow) return;
    const auto offset = static_cast<uintptr_t>(in.to_next) * sizeof(T);
    AskForLines<false, CacheLevel::kSecond>(reinterpret_cast<uintptr_t>(in[0]) + offset,
                                            columns * int64_t{sizeof(T)});
  }
}

// Whether rows of kSumLanes elements have a form of their own, and fit into registers.
template <class Formula>
constexpr bool HasShort() {
  if constexpr (requires { typename Formula::ShortLanes; }) {
    return kVectorsOfSum<typename Formula::ShortLanes> <= 8;
  }
  return false;
}

// Whether of long rows it is faster to make again what Reduce would leave.
template <class T, class Formula>
constexpr bool KeepsNoLong() {
  if constexpr (requires { Formula::template kKeepsLong<T>; }) {
    return !Formula::template kKeepsLong<T>;
  }
  return false;
}

// Reduces up to kRowsAtOnce rows of a chunk each.
template <class T, class Formula>
HWY_INLINE void ReduceRows(const RowTile<T>& tile, int64_t first, int64_t rows, double* keep,
                           RowNumbers* chunks) {
  constexpr bool kKeeps = Formula::kKeeps;
  if constexpr (requires {
                  Formula::template ReduceRows<T, kKeeps>(tile, first, rows, keep, chunks);
                }) {
    if (Formula::template ReduceRows<T, kKeeps>(tile, first, rows, keep, chunks)) return;
  }
  const int64_t columns = tile.columns, kept = RoundedToLanes(columns);
  if constexpr (kForSpeed) {
    double max[kRowsAtOnce];
    for (int64_t r = 0; r < rows; ++r) {
      max[r] = MaxOfChunk<T, Formula>(RowOf<Formula>(tile, first + r), columns);
    }
    for (int64_t r = 0; r < rows; ++r) {
      Formula::template Reduce<T, kKeeps>(RowOf<Formula>(tile, first + r), columns, max[r],
                                          keep + r * kept, chunks[r]);
    }
  } else {
    for (int64_t r = 0; r < rows; ++r) {
      ReduceChunk<T, Formula, kKeeps>(RowOf<Formula>(tile, first + r), columns, keep + r * kept,
                                      chunks[r]);
    }
  }
}

// Rows of a chunk, some at a time: each step has little to do in a row but much to wait for, so it
// is done for all of them before the next.
template <class T, class Formula>
HWY_INLINE void RowsOfAChunk(const RowTile<T>& tile, double* keep, double* sums) {
  const int64_t columns = tile.columns, kept = RoundedToLanes(columns);
  for (int64_t first = 0; first < tile.rows; first += kRowsAtOnce) {
    const int64_t rows = std::min(kRowsAtOnce, tile.rows - first);
    RowNumbers chunks[kRowsAtOnce];
    ReduceRows<T, Formula>(tile, first, rows, keep, chunks);
    if constexpr (requires { Formula::FoldRows(chunks, rows); }) {
      Formula::FoldRows(chunks, rows);
    } else {
      for (int64_t r = 0; r < rows; ++r) Formula::Fold(&chunks[r], 1);
    }
    for (int64_t r = 0; r < rows; ++r) {
      const RowInputs<T> row = RowOf<Formula>(tile, first + r, kRowsAtOnce);
      T* const out = tile.output + (first + r) * tile.output_step;
      double sum = 0;
      if constexpr (kForSpeed) {
        if (!tile.stream) {
          sum = Formula::template Map<T, Formula::kKeeps, false>(row, columns, keep + r * kept,
                                                                 chunks[r], out);
        }
      }
      if (!kForSpeed || tile.stream) {  // of rows on their way to memory a call is the least
        sum = MapChunk<T, Formula, Formula::kKeeps>(row, columns, keep + r * kept, chunks[r], out,
                                                    tile.stream);
      }
      if constexpr (Formula::kHasSum) sums[first + r] = sum;
    }
  }
}

// Rows of several chunks.
template <class T, class Formula, bool kKeeps>
HWY_INLINE void RowsOfChunks(const RowTile<T>& tile, double* keep, RowNumbers* chunks,
                             double* sums) {
  for (int64_t r = 0; r < tile.rows; ++r) {
    const RowInputs<T> row = RowOf<Formula>(tile, r);
    T* const out = tile.output + r * tile.output_step;
    int64_t count = 0;
    for (int64_t i = 0; i < tile.columns; i += kRowChunk) {
      const RowInputs<T> chunk = ChunkOf<Formula>(row, i);
      const int64_t columns = std::min(kRowChunk, tile.columns - i);
      ReduceChunk<T, Formula, kKeeps>(chunk, columns, keep + i, chunks[count++]);
    }
    Formula::Fold(chunks, count);
    for (int64_t c = 0; c < count; ++c) {
      const int64_t i = c * kRowChunk, columns = std::min(kRowChunk, tile.columns - i);
      const RowInputs<T> chunk = ChunkOf<Formula>(row, i);
      AskForLongRow<Formula>(tile, chunk, columns);
      const double sum =
          MapChunk<T, Formula, kKeeps>(chunk, columns, keep + i, chunks[c], out + i, tile.stream);
      if constexpr (Formula::kHasSum) chunks[c][0] = sum;
    }
    if constexpr (Formula::kHasSum) sums[r] = TreeSum(chunks, count);
  }
}

template <class T, class Formula>
void WholeRows(const RowTile<T>& tile, double* keep, RowNumbers* chunks, double* sums) {
  if constexpr (HasShort<Formula>()) {
    if (tile.columns == kSumLanes) return Formula::template ShortRows<T>(tile);
  }
  if (tile.columns <= kRowChunk) return RowsOfAChunk<T, Formula>(tile, keep, sums);
  if constexpr (KeepsNoLong<T, Formula>()) {
    if (tile.columns >= kLongRow) {
      return RowsOfChunks<T, Formula, false>(tile, keep, chunks, sums);
    }
  }
  RowsOfChunks<T, Formula, Formula::kKeeps>(tile, keep, chunks, sums);
}

template <class T, class Formula>
void ReduceRow(const RowTile<T>& tile, RowNumbers& chunk) {
  ReduceChunk<T, Formula, false>(RowOf<Formula>(tile, 0), tile.columns, nullptr, chunk);
}

template <class T, class Formula>
void MapRow(const RowTile<T>& tile, const RowNumbers& chunk, double& sum) {
  sum = MapChunk<T, Formula, false>(RowOf<Formula>(tile, 0), tile.columns, nullptr, chunk,
                                    tile.output, tile.stream);
}

}  // namespace row_internal

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
