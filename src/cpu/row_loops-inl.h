// The loops over a formula of rows, instantiated by each operator for each SIMD target. Include
// after foreach_target.h.
//
// A formula first reduces each chunk of a row, kRowChunk elements, to a few numbers, then folds
// those of a row's chunks, then maps each element with what the fold has left for its chunk. It has
//
//   kInputs           operands that it reads, 1 or 2
//   kReduces          how many of them, the first ones, Reducing takes
//   kPastEnd          what the first of them is taken to be behind the end of a row
//   kHasMax           whether Reducing is made from the maximum of the chunk's first input
//   kKeeps            whether values of Reducing are kept for Mapping
//   kHasSum           whether Mapping gives terms whose sum is the number of the row
//   Reducing<F>       made from the maximum; operator()(x..., kept) is an element's term,
//   Numbers(sum)
//                     what the chunk comes to, given the sum of the terms
//   Fold              of a row's chunks
//   Mapping<F>        made from what Fold left; Kept(x) is the kept value, operator()(kept, x...)
//   the
//                     result and Term(x...) the term

#if defined(OPENACLNN_CPU_ROW_LOOPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_CPU_ROW_LOOPS_INL_H_
#undef OPENACLNN_CPU_ROW_LOOPS_INL_H_
#else
#define OPENACLNN_CPU_ROW_LOOPS_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "cpu/kernel.h"
#include "cpu/loops-inl.h"
#include "cpu/rows.h"
#include "formulas/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace row_internal {

using D = Lanes<double>;
inline constexpr int64_t kLanes = hn::MaxLanes(D::D());

// A chunk's terms are summed in this many lanes, term i in lane i mod kSumLanes, whatever the width
// of the machine's vectors; then pairs of lanes half of them apart, and so on.
inline constexpr int64_t kSumLanes = 32;
inline constexpr auto kVectors = std::make_index_sequence<kSumLanes / kLanes>();

#if HWY_TARGET == HWY_SCALAR
HWY_INLINE double SumOfLanes(D v) { return hn::GetLane(v.raw); }
template <class Tag>
HWY_INLINE auto MaxOfHalves(Tag, hn::Vec<Tag> v) {
  return hn::GetLane(v);
}
#else
// Of numbers, in any order.
template <class Tag>
HWY_INLINE auto MaxOfHalves(Tag, hn::Vec<Tag> v) {
  if constexpr (hn::MaxLanes(Tag()) > 1) {
    const hn::Half<Tag> half;
    return MaxOfHalves(half, hn::Max(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  } else {
    return hn::GetLane(v);
  }
}
template <class Tag>
HWY_INLINE double SumOfHalves(Tag, hn::Vec<Tag> v) {
  if constexpr (hn::MaxLanes(Tag()) > 1) {
    const hn::Half<Tag> half;
    return SumOfHalves(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
  return hn::GetLane(v);
}
HWY_INLINE double SumOfLanes(D v) { return SumOfHalves(D::D(), v.raw); }
#endif

template <size_t n, size_t... v>
HWY_INLINE double FoldVectors(const D (&sums)[n], std::index_sequence<v...>) {
  if constexpr (n == 1) {
    return SumOfLanes(sums[0]);
  } else {
    const D halves[n / 2] = {sums[v] + sums[v + n / 2]...};
    return FoldVectors(halves, std::make_index_sequence<n / 4>());
  }
}

// A double from floats or 16-bit numbers; a NaN may become any other.
template <class T>
HWY_INLINE D LoadElements(const T* from) {
  return LoadFrom<D, false>(from);
}
// To a 16-bit type by way of float: what that loses, at most 2^-13 of a last place, is far below
// what the results promise, and keeping it would take as long as all the rest.
template <class T>
HWY_INLINE void StoreElements(D value, T* to) {
  if constexpr (sizeof(T) == 2) {
    const typename D::FloatTag f;
    if constexpr (std::is_same_v<T, Bfloat16Bits>) {
      hn::StoreU(ToBfloat16(f, value.ToFloats()), HalfBits<typename D::FloatTag>(), &to->value);
    } else {
      hn::StoreU(ToFloat16(f, value.ToFloats()), HalfBits<typename D::FloatTag>(), &to->value);
    }
  } else {
    value.Store(to);
  }
}

// Elements i .. i + kLanes of a chunk.
template <class T>
struct Whole {
  HWY_INLINE D Load(const T* from, double) const { return LoadElements(from + i); }
  HWY_INLINE void Store(D value, T* to) const { StoreElements(value, to + i); }
  HWY_INLINE D Term(D term) const { return term; }
  int64_t i;
};
// The last ones, fewer than kLanes.
template <class T>
struct Some {
  HWY_INLINE auto Mask() const {
    return typename D::Mask(hn::FirstN(D::D(), static_cast<size_t>(count)));
  }
  HWY_INLINE D Load(const T* from, double past_end) const {
    alignas(kWidestVector) T values[D::kMaxSize] = {};
    std::memcpy(values, from + i, static_cast<size_t>(count) * sizeof(T));
    return Select(Mask(), LoadElements(values), D(past_end));
  }
  HWY_INLINE void Store(D value, T* to) const {
    alignas(kWidestVector) T values[D::kMaxSize];
    StoreElements(value, values);
    std::memcpy(to + i, values, static_cast<size_t>(count) * sizeof(T));
  }
  HWY_INLINE D Term(D term) const { return Select(Mask(), term, D(0.0)); }
  int64_t i;
  int64_t count;
};

// Calls visit(at) for the vectors of `columns` elements, and sums what it gives.
template <class T, class Visit, size_t... v>
HWY_INLINE double SumOf(int64_t columns, Visit& visit, std::index_sequence<v...>) {
  D sums[] = {(static_cast<void>(v), D(0.0))...};
  int64_t i = 0;
  for (; i + kSumLanes <= columns; i += kSumLanes) {
    ((sums[v] = sums[v] + visit(Whole<T>{i + static_cast<int64_t>(v) * kLanes})), ...);
  }
  if (i < columns) {
    HWY_ALIGN double lanes[kSumLanes];
    (sums[v].Store(lanes + v * kLanes), ...);
    double* sum = lanes;
    for (; i + kLanes <= columns; i += kLanes, sum += kLanes) {
      (D::Load(sum) + visit(Whole<T>{i})).Store(sum);
    }
    if (i < columns) {
      const Some<T> at{i, columns - i};
      (D::Load(sum) + at.Term(visit(at))).Store(sum);
    }
    ((sums[v] = D::Load(lanes + v * kLanes)), ...);
  }
  return FoldVectors(sums, std::make_index_sequence<sizeof...(v) / 2>());
}

// The largest of the numbers, -inf if there is none but NaNs.
template <class T>
HWY_INLINE double MaxOf(const T* x, int64_t columns) {
  using F = Lanes<std::conditional_t<sizeof(T) == 8, double, float>>;
  constexpr int64_t kSize = hn::MaxLanes(typename F::D());
  const F lowest(-std::numeric_limits<typename F::Lane>::infinity());
  F a = lowest, b = lowest, c = lowest, d = lowest;
  int64_t i = 0;
  for (; i + 4 * kSize <= columns; i += 4 * kSize) {
    a = Max(LoadFrom<F, false>(x + i), a);
    b = Max(LoadFrom<F, false>(x + i + kSize), b);
    c = Max(LoadFrom<F, false>(x + i + 2 * kSize), c);
    d = Max(LoadFrom<F, false>(x + i + 3 * kSize), d);
  }
  for (; i + kSize <= columns; i += kSize) a = Max(LoadFrom<F, false>(x + i), a);
  if (i < columns) {
    const auto left = static_cast<size_t>(columns - i);
    const typename F::Mask valid(hn::FirstN(typename F::D(), left));
    b = Max(Select(valid, LoadSome<F>(x + i, columns - i), lowest), b);
  }
  return MaxOfHalves(typename F::D(), Max(Max(a, b), Max(c, d)).raw);
}

template <class T>
using In = std::array<const T*, kMaxOperands>;

template <class T, class Formula, bool kKeep>
struct ReduceVisit {
  template <class At>
  HWY_INLINE D operator()(At at) {
    D kept;
    const D x = at.Load(in[0], Formula::kPastEnd);
    D term;
    if constexpr (Formula::kReduces == 1) {
      term = reducing(x, kept);
    } else {
      term = reducing(x, at.Load(in[1], 0), kept);
    }
    if constexpr (kKeep) kept.Store(keep + at.i);
    return term;
  }
  typename Formula::template Reducing<D> reducing;
  const In<T>& in;
  double* keep;
};

template <class T, class Formula, bool kKept>
struct MapVisit {
  template <class At>
  HWY_INLINE D operator()(At at) {
    const D x = at.Load(in[0], Formula::kPastEnd);
    D kept(0.0);
    if constexpr (kKept) {
      kept = D::Load(keep + at.i);
    } else if constexpr (Formula::kKeeps) {
      kept = mapping.Kept(x);
    }
    if constexpr (Formula::kInputs == 1) {
      at.Store(mapping(kept, x), out);
      return D(0.0);
    } else {
      const D y = at.Load(in[1], 0);
      at.Store(mapping(kept, x, y), out);
      if constexpr (Formula::kHasSum) return mapping.Term(x, y);
      return D(0.0);
    }
  }
  const typename Formula::template Mapping<D> mapping;
  const In<T>& in;
  const double* keep;
  T* out;
};

template <class T, class Formula, bool kKeep>
HWY_INLINE void ReduceChunk(const In<T>& in, int64_t columns, double* keep, RowNumbers& chunk) {
  using Reducing = typename Formula::template Reducing<D>;
  double max = 0;
  if constexpr (Formula::kHasMax) max = MaxOf(in[0], columns);
  ReduceVisit<T, Formula, kKeep> visit{Reducing(max), in, keep};
  const double sum = SumOf<T>(columns, visit, kVectors);
  chunk = visit.reducing.Numbers(sum);
}

template <class T, class Formula, bool kKept>
HWY_INLINE double MapChunk(const In<T>& in, int64_t columns, const double* keep,
                           const RowNumbers& chunk, T* out) {
  using Mapping = typename Formula::template Mapping<D>;
  MapVisit<T, Formula, kKept> visit{Mapping(chunk), in, keep, out};
  if constexpr (Formula::kHasSum) {
    return SumOf<T>(columns, visit, kVectors);
  } else {
    int64_t i = 0;
    for (; i + 4 * kLanes <= columns; i += 4 * kLanes) {
      visit(Whole<T>{i});
      visit(Whole<T>{i + kLanes});
      visit(Whole<T>{i + 2 * kLanes});
      visit(Whole<T>{i + 3 * kLanes});
    }
    for (; i + kLanes <= columns; i += kLanes) visit(Whole<T>{i});
    if (i < columns) visit(Some<T>{i, columns - i});
    return 0;
  }
}

template <class Formula, class T>
HWY_INLINE In<T> ChunkOf(const In<T>& row, int64_t first) {
  In<T> chunk{};
  for (size_t k = 0; k < Formula::kInputs; ++k) chunk[k] = row[k] + first;
  return chunk;
}

template <class T, class Formula>
void WholeRows(const RowTile<T>& tile, double* keep, RowNumbers* chunks, double* sums) {
  In<T> row{};
  for (int64_t r = 0; r < tile.rows; ++r) {
    for (size_t k = 0; k < Formula::kInputs; ++k) {
      row[k] = tile.inputs[k] + r * tile.input_steps[k];
    }
    T* const out = tile.output + r * tile.output_step;
    int64_t count = 0;
    for (int64_t i = 0; i < tile.columns; i += kRowChunk) {
      ReduceChunk<T, Formula, Formula::kKeeps>(ChunkOf<Formula>(row, i),
                                               std::min(kRowChunk, tile.columns - i), keep + i,
                                               chunks[count++]);
    }
    Formula::Fold(chunks, count);
    for (int64_t c = 0; c < count; ++c) {
      const int64_t i = c * kRowChunk;
      const double sum = MapChunk<T, Formula, Formula::kKeeps>(
          ChunkOf<Formula>(row, i), std::min(kRowChunk, tile.columns - i), keep + i, chunks[c],
          out + i);
      if constexpr (Formula::kHasSum) chunks[c][0] = sum;
    }
    if constexpr (Formula::kHasSum) sums[r] = TreeSum(chunks, count);
  }
}

template <class T, class Formula>
void ReduceRow(const RowTile<T>& tile, RowNumbers& chunk) {
  ReduceChunk<T, Formula, false>(tile.inputs, tile.columns, nullptr, chunk);
}

template <class T, class Formula>
void MapRow(const RowTile<T>& tile, const RowNumbers& chunk, double& sum) {
  sum = MapChunk<T, Formula, false>(tile.inputs, tile.columns, nullptr, chunk, tile.output);
}

template <class T, class Formula>
constexpr RowLoops<T> LoopsOf() {
  return {WholeRows<T, Formula>, ReduceRow<T, Formula>, MapRow<T, Formula>, Formula::Fold};
}

}  // namespace row_internal

// The kernel of formulas over rows of floats and 16-bit numbers, and over doubles if there is one.
template <class InFloat, class InDouble = void>
const Kernel* RowKernel() {
  static constexpr Kernel kKernel = [] {
    Kernel kernel{};
    kernel.rows_in_float = row_internal::LoopsOf<float, InFloat>();
    kernel.rows_in_bfloat16 = row_internal::LoopsOf<Bfloat16Bits, InFloat>();
    kernel.rows_in_float16 = row_internal::LoopsOf<Float16Bits, InFloat>();
    if constexpr (!std::is_void_v<InDouble>) {
      kernel.rows_in_double = row_internal::LoopsOf<double, InDouble>();
    }
    kernel.cost = InFloat::kCost;
    return kernel;
  }();
  return &kKernel;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
