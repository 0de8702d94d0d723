// The loops over a formula that also gives a term for each element, which are summed; instantiated
// by each operator for each SIMD target. Include after foreach_target.h.

#if defined(OPENACLNN_CPU_SUM_LOOPS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_CPU_SUM_LOOPS_INL_H_
#undef OPENACLNN_CPU_SUM_LOOPS_INL_H_
#else
#define OPENACLNN_CPU_SUM_LOOPS_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include "cpu/loops-inl.h"
#include "cpu/params.h"
#include "cpu/term_order.h"
#include "cpu/tile.h"
#include "formulas/lanes-inl.h"
#include "formulas/twin-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// A row's terms are summed in this many lanes, term i in lane i mod kSumLanes, whatever the width
// of the machine's vectors; then pairs of lanes half of them apart, and so on.
inline constexpr int64_t kSumLanes = 32;

using Floats = Lanes<float>;
using Doubles = Lanes<double>;
inline constexpr int64_t kFloatLanes = hn::MaxLanes(Floats::D());
inline constexpr int64_t kDoubleLanes = hn::MaxLanes(Doubles::D());

// Whether the loop over a row's lanes is unrolled: not over very many vectors.
inline constexpr bool kUnrollsSums = kForSpeed && kSumLanes / kFloatLanes <= 8;

// As many doubles as a vector has floats.
#if HWY_TARGET == HWY_SCALAR
using Wide = Doubles;

HWY_INLINE Wide Widen(Floats floats) { return Doubles::FromFloats(floats.raw); }
HWY_INLINE Wide LoadWide(const double* from) { return Doubles::Load(from); }
HWY_INLINE void StoreWide(Wide wide, double* to) { wide.Store(to); }
HWY_INLINE double Fold(Wide wide) { return hn::GetLane(wide.raw); }
#else
using Wide = Twin<Doubles>;

HWY_INLINE Wide Widen(Floats floats) {
  const hn::Half<Floats::D> half;
  return {Doubles::FromFloats(hn::LowerHalf(half, floats.raw)),
          Doubles::FromFloats(hn::UpperHalf(half, floats.raw))};
}
HWY_INLINE Wide LoadWide(const double* from) {
  return {Doubles::Load(from), Doubles::Load(from + kDoubleLanes)};
}
HWY_INLINE void StoreWide(Wide wide, double* to) {
  wide.a.Store(to);
  wide.b.Store(to + kDoubleLanes);
}

// The sum of the lanes, added by halves.
template <class D>
HWY_INLINE double FoldHalves(D, hn::Vec<D> v) {
  if constexpr (hn::MaxLanes(D()) > 1) {
    const hn::Half<D> half;
    return FoldHalves(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
  return hn::GetLane(v);
}
HWY_INLINE double Fold(Wide wide) { return FoldHalves(Doubles::D(), (wide.a + wide.b).raw); }
#endif

// A vector's elements as doubles, from memory where the loading converts them: taking vectors apart
// is slower than that.
HWY_INLINE Wide WideOf(const float* from, Floats) {
#if HWY_TARGET == HWY_SCALAR
  return Doubles::Load(from);
#else
  return {Doubles::Load(from), Doubles::Load(from + kDoubleLanes)};
#endif
}
template <class T>
HWY_INLINE Wide WideOf(const T*, Floats floats) {
  return Widen(floats);
}
// As many elements as a vector has floats.
template <class T>
HWY_INLINE Wide LoadTerms(const T* from) {
  if constexpr (std::is_same_v<T, double>) {
    return LoadWide(from);
  } else if constexpr (std::is_same_v<T, float>) {
    return WideOf(from, Floats(0.0f));
  } else {
    return Widen(LoadFrom<Floats>(from));
  }
}

// sum + a b, or sum where there is no term. A double holds the product of two floats, so that it
// does not need to be fused.
template <class Term>
HWY_INLINE Wide AddTerm(const Term& term, Wide sum) {
#if HWY_NATIVE_FMA
  return Select(term.none, sum, Fma(term.a, term.b, sum));
#else
  return Select(term.none, sum, sum + term.a * term.b);
#endif
}

// The same of two FLOAT16, whose product a float holds: it becomes a double, and not they. Where
// there is no term it is +0, which changes no sum, as none is -0.
template <class Term>
HWY_INLINE Wide AddTermInFloat(const Term& term, Wide sum) {
  return sum + Widen(Select(term.none, Floats(0.0f), term.a * term.b));
}

// Adds the terms of the next vector of inputs to a sum; gives the results.
template <class T, class Formula, size_t... k>
HWY_INLINE Floats AddNext(const Formula& formula, Inputs<T>& in, Wide& sum,
                          std::index_sequence<k...>) {
  const Floats floats[] = {LoadFrom<Floats>(in[k].values)...};
  if constexpr (std::is_same_v<T, Float16Bits>) {
    sum = AddTermInFloat(formula.Term(floats[k]...), sum);
  } else {
    sum = AddTerm(formula.Term(WideOf(in[k].values, floats[k])...), sum);
  }
  ((in[k].values += kFloatLanes & in[k].mask), ...);
  return formula(floats[k]...);
}

// The same for as many vectors as there are v, whose results are stored when all are loaded.
template <bool kStream, class T, class Formula, class Each, size_t... v>
HWY_INLINE void AddVectors(const Formula& formula, Inputs<T>& in, T* out, Wide* sums, Each each,
                           std::index_sequence<v...>) {
  const Floats results[] = {AddNext(formula, in, sums[v], each)...};
  (Put(results[v], out + v * kFloatLanes, std::bool_constant<kStream>()), ...);
}

// The next elements of an input, at most a vector, and 0 after them. Where all are equal one is
// read: who has just filled a vector with them would have to wait for it.
template <class T>
HWY_INLINE Floats LoadRest(const TileInput<T>& in, int64_t count) {
  if constexpr (std::is_same_v<T, float>) {
    if (in.mask == 0) {
      const Floats::D d;
      const auto first = hn::FirstN(d, static_cast<size_t>(count));
      return Floats(hn::IfThenElseZero(first, hn::Set(d, *in.values)));
    }
  }
  return LoadSome<Floats>(in.values, count);
}

// Stores the results of `count` elements, at most a vector, and adds their terms to `sum`. The
// terms past the end are 0, as all inputs are there.
template <class T, class Formula, size_t... k>
HWY_INLINE void AddSome(const Formula& formula, Inputs<T>& in, int64_t count, T* out, Wide& sum,
                        std::index_sequence<k...>) {
  const Floats floats[] = {LoadRest(in[k], count)...};
  ((in[k].values += count & in[k].mask), ...);
  StoreSome(formula(floats[k]...), out, count);
  sum = AddTerm(formula.Term(Widen(floats[k])...), sum);
}

// The same for sums in memory, of which there is a whole vector; and for no elements.
template <class T, class Formula, class Each>
HWY_INLINE void AddSome(const Formula& formula, Inputs<T>& in, int64_t count, T* out, double* sums,
                        Each each) {
  if (count <= 0) return;
  Wide sum = LoadWide(sums);
  AddSome(formula, in, count, out, sum, each);
  StoreWide(sum, sums);
}

// Adds pairs of lanes half of them apart, and so on, as long as these are of several vectors, each
// an S: a Wide, or several side by side.
template <class S, size_t n, size_t... v>
HWY_INLINE S FoldVectors(const S (&sums)[n], std::index_sequence<v...>) {
  if constexpr (n == 1) {
    return sums[0];
  } else {
    const S halves[n / 2] = {sums[v] + sums[v + n / 2]...};
    return FoldVectors(halves, std::make_index_sequence<n / 4>());
  }
}

// The lanes are the vectors v. The compiler keeps them in registers where their indices are
// constants.
template <bool kStream, class T, class Formula, class Each, size_t... v>
HWY_INLINE double SumRow(const Formula& formula, Inputs<T> in, T* out, int64_t columns, Each each,
                         std::index_sequence<v...>) {
  Wide sums[] = {(static_cast<void>(v), Wide(0.0))...};
  int64_t i = 0;
  for (; i + kSumLanes <= columns; i += kSumLanes) {
    // By twos, as more results would not fit the registers.
    const auto add = [&](size_t w) HWY_ATTR {
      AddVectors<kStream>(formula, in, out + i + w * kFloatLanes, sums + w, each,
                          std::index_sequence<0, 1>());
    };
    if constexpr (kUnrollsSums) {
      ((v % 2 == 0 ? add(v) : void()), ...);
    } else {
      for (size_t w = 0; w < sizeof...(v); w += 2) add(w);
    }
  }
  const auto add_rest = [&](size_t w) HWY_ATTR {
    if (i + kFloatLanes <= columns) {
      AddVectors<false>(formula, in, out + i, sums + w, each, std::index_sequence<0>());
    } else if (i < columns) {
      AddSome(formula, in, columns - i, out + i, sums[w], each);
    }
    i += kFloatLanes;
  };
  if constexpr (kUnrollsSums) {
    (add_rest(v), ...);
  } else {
    for (size_t w = 0; w < sizeof...(v); ++w) add_rest(w);
  }
  return Fold(FoldVectors(sums, std::make_index_sequence<sizeof...(v) / 2>()));
}

inline constexpr int64_t kPairLanes = 2 * kFloatLanes;

#if HWY_TARGET != HWY_SCALAR
// Stores the results of the next vectors of pairs, and adds the terms of their first ones to a sum,
// and those of their second ones to another.
template <bool kStream, class Formula, size_t... k>
HWY_INLINE void AddPairs(const Formula& formula, Inputs<Bfloat16Bits>& in, Bfloat16Bits* out,
                         Wide& first_sum, Wide& second_sum, std::index_sequence<k...>) {
  const Twin<Floats> floats[] = {Next<Twin<Floats>>::Load(in[k])...};
  first_sum = AddTerm(formula.Term(Widen(floats[k].a)...), first_sum);
  second_sum = AddTerm(formula.Term(Widen(floats[k].b)...), second_sum);
  Put(Twin<Floats>{formula(floats[k].a...), formula(floats[k].b...)}, out,
      std::bool_constant<kStream>());
}

// Rows of BFLOAT16: lanes half of all lanes apart are both of first ones, or both of second ones,
// down to the last two. Vector v has the pairs from v * kPairLanes on.
template <bool kStream, class Formula, class Each, size_t... v>
HWY_INLINE double SumPairs(const Formula& formula, Inputs<Bfloat16Bits> in, Bfloat16Bits* out,
                           int64_t columns, Each each, std::index_sequence<v...>) {
  Wide first[] = {(static_cast<void>(v), Wide(0.0))...};
  Wide second[] = {(static_cast<void>(v), Wide(0.0))...};
  int64_t i = 0;
  for (; i + kSumLanes <= columns; i += kSumLanes) {
    (AddPairs<kStream>(formula, in, out + i + v * kPairLanes, first[v], second[v], each), ...);
  }
  if (i < columns) {  // the terms past the end are 0, as all inputs are there; one that is equal in
                      // a row has kWidestVector bytes, as many as kSumLanes elements
    static_assert(kSumLanes * sizeof(Bfloat16Bits) <= kWidestVector);
    const size_t bytes = static_cast<size_t>(columns - i) * sizeof(Bfloat16Bits);
    HWY_ALIGN Bfloat16Bits values[each.size()][kSumLanes] = {};
    HWY_ALIGN Bfloat16Bits results[kSumLanes];
    for (size_t k = 0; k < each.size(); ++k) {
      std::memcpy(values[k], in[k].values, bytes);
      in[k] = {values[k], -1, 0};
    }
    (AddPairs<false>(formula, in, results + v * kPairLanes, first[v], second[v], each), ...);
    std::memcpy(out + i, results, bytes);
  }
  constexpr auto kHalf = std::make_index_sequence<sizeof...(v) / 2>();
  return Fold(FoldVectors(first, kHalf)) + Fold(FoldVectors(second, kHalf));
}
#endif

template <bool kStream, class T, class Formula, class Each>
HWY_INLINE double SumChunk(const Formula& formula, const Inputs<T>& in, T* out, int64_t columns,
                           Each each) {
  if constexpr (kInPairs<Floats, T>) {
    return SumPairs<kStream>(formula, in, out, columns, each,
                             std::make_index_sequence<kSumLanes / kPairLanes>());
  } else {
    return SumRow<kStream>(formula, in, out, columns, each,
                           std::make_index_sequence<kSumLanes / kFloatLanes>());
  }
}

// The sums of a row's chunks.
template <bool kStream, class T, class Formula, size_t... k>
HWY_INLINE void SumChunks(const Formula& formula, Inputs<T> in, T* out, int64_t columns,
                          double*& sums, std::index_sequence<k...> each) {
  for (int64_t i = 0; i < columns; i += kTermsOfChunk) {
    const int64_t here = std::min(columns - i, kTermsOfChunk);
    *sums++ = SumChunk<kStream>(formula, in, out + i, here, each);
    ((in[k].values += kTermsOfChunk & in[k].mask), ...);
  }
}

// Rows that are added to column sums at once, so that these are loaded and stored less often. Where
// results are streamed, it is one: memory is faster in long bursts (16 Mi floats took 0.44 ns each
// by twos, and 0.32).
inline constexpr int64_t kRowsAtOnce = 2;

// Adds the rows r to the column sums, one after the other; a single one where results are streamed.
template <bool kStream, class T, class Formula, class Each, size_t... r>
HWY_INLINE void AddRows(const Formula& formula, Inputs<T> (&in)[sizeof...(r)],
                        T* const (&out)[sizeof...(r)], int64_t columns, double* sums, Each each,
                        std::index_sequence<r...>) {
  int64_t i = kStream ? CountToAligned<Floats>(out[0], columns) : 0;  // in the only row
  (AddSome(formula, in[r], i, out[r], sums, each), ...);
  for (; i + kFloatLanes <= columns; i += kFloatLanes) {
    Wide sum = LoadWide(sums + i);
    const Floats results[] = {AddNext(formula, in[r], sum, each)...};
    (Put(results[r], out[r] + i, std::bool_constant<kStream>()), ...);
    StoreWide(sum, sums + i);
  }
  (AddSome(formula, in[r], columns - i, out[r] + i, sums + i, each), ...);
}

// The inputs and the output of row r. No address is formed beyond the last row, whose distance may
// be anything.
template <size_t kInputs, class T>
HWY_INLINE T* RowOf(const Tile<T>& tile, int64_t r, Inputs<T>* in) {
  // Member by member: they have often just been written so, and a copy by whole vectors would wait
  // until they are in the cache.
  for (size_t k = 0; k < kInputs; ++k) {
    (*in)[k].values = tile.inputs[k].values + r * tile.inputs[k].row_step;
    (*in)[k].mask = tile.inputs[k].mask;
  }
  return tile.outputs[0] + r * tile.output_steps[0];
}

template <class T, class Formula>
void SumRowsLoop(const Params& params, const Tile<T>& tile, double* sums) {
  constexpr size_t kInputs = Arity<Formula, Floats>();
  constexpr auto kEach = std::make_index_sequence<kInputs>();
  const Formula formula = MakeFormula<Formula>(params.f);
  Inputs<T> in;
  for (int64_t r = 0; r < tile.rows; ++r) {
    T* const out = RowOf<kInputs>(tile, r, &in);
    // In a row that begins within a vector the lanes would have to be turned.
    const bool stream = tile.stream && CountToAligned<Floats>(out, tile.columns) == 0;
    kCanStream&& stream ? SumChunks<true>(formula, in, out, tile.columns, sums, kEach)
                        : SumChunks<false>(formula, in, out, tile.columns, sums, kEach);
  }
}

// Adds the rows first + r of a tile.
template <class T, class Formula, size_t... r>
HWY_INLINE void AddTileRows(const Formula& formula, const Tile<T>& tile, int64_t first,
                            double* column_sums, std::index_sequence<r...> rows) {
  constexpr size_t kInputs = Arity<Formula, Floats>();
  constexpr auto kEach = std::make_index_sequence<kInputs>();
  Inputs<T> in[sizeof...(r)];
  T* const out[] = {RowOf<kInputs>(tile, first + static_cast<int64_t>(r), &in[r])...};
  if constexpr (sizeof...(r) == 1) {
    if (kCanStream && tile.stream) {
      return AddRows<true>(formula, in, out, tile.columns, column_sums, kEach, rows);
    }
  }
  AddRows<false>(formula, in, out, tile.columns, column_sums, kEach, rows);
}

template <class T, class Formula>
void SumColumnsLoop(const Params& params, const Tile<T>& tile, double* column_sums) {
  const Formula formula = MakeFormula<Formula>(params.f);
  int64_t r = 0;
  if (!tile.stream) {
    for (; r + kRowsAtOnce <= tile.rows; r += kRowsAtOnce) {
      AddTileRows(formula, tile, r, column_sums, std::make_index_sequence<kRowsAtOnce>());
    }
  }
  for (; r < tile.rows; ++r) {
    AddTileRows(formula, tile, r, column_sums, std::make_index_sequence<1>());
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
