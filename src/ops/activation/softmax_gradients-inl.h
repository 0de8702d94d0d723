// The gradients of softmax and log_softmax (docs/numerics.md, "Rows"). Sums are exact products, or
// the numbers themselves, in double. What is rounded to 16 bits is computed in float from there on,
// with the sum in two parts; floats in double, with an exponential that is as exact as needed.

#if defined(OPENACLNN_OPS_SOFTMAX_GRADIENTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SOFTMAX_GRADIENTS_INL_H_
#undef OPENACLNN_OPS_SOFTMAX_GRADIENTS_INL_H_
#else
#define OPENACLNN_OPS_SOFTMAX_GRADIENTS_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "formulas/exp-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/sigmoid_in_float-inl.h"
#include "formulas/target.h"
#include "kinds/rows/row_terms-inl.h"
#include "ops/activation/softmax-inl.h"
#include "ops/activation/softmax_in_float-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace softmax_internal {

// Sums for which the formulas in float, and the shorter ones in double, give what they promise.
template <class F>
OPENACLNN_INLINE typename F::Mask AreOrdinary(F sums) {
  const F size = Abs(sums);
  return And(size >= F(0x1p-40), size <= F(0x1p40));
}
OPENACLNN_INLINE bool IsOrdinary(double sum) { return AreOrdinary(OneLane<double>(sum)).raw; }

// y (grad - sum).
struct SoftmaxGradient {
  // For ordinary sums, of floats: y grad, which a double holds, less y sum, rounded once. In place
  // of a y of 0 is what has its sign and is too small to count, so that the results have signs,
  // too.
  struct Shorter : SoftmaxBackwardRows {
    template <class F>
    static OPENACLNN_INLINE F Weight(const F& y) {
      return AddByFma(CopySign(F(0x1p-300), y), y);
    }
    template <class F>
    static OPENACLNN_INLINE F Term(const F& grad, const F& y) {
      return grad * Weight(y);
    }

    template <class F>
    struct Mapping {
      template <class Numbers>
      explicit OPENACLNN_INLINE Mapping(const Numbers& chunk) : sum(chunk[0]) {}
      OPENACLNN_INLINE F operator()(const F&, const F& grad, const F& y) const {
        return OfTerm(Term(grad, y), y);
      }
      OPENACLNN_INLINE F OfTerm(const F& term, const F& y) const {
        return Fnma(Weight(y), sum, term);
      }

      F sum;
    };
  };

  using Wide = SoftmaxBackwardRows;
  template <class F>
  static OPENACLNN_INLINE F Term(const F& grad, const F& y) {
    return grad * y;  // exact
  }
  // Whether no product was too large or too small for a float.
  template <class T>
  static OPENACLNN_INLINE bool IsExact(double sum) {
    return std::is_same_v<T, Float16Bits> ||
           (__builtin_fabs(sum) >= 0x1p-90 && __builtin_isfinite(sum));
  }

  // For 16-bit numbers, within 3 roundings of a float: grad - high is exact where it cancels.
  template <class T>
  class Mapping {
   public:
    using F = Lanes<float>;
    static constexpr double kFactor = 1;  // of the sum that it takes
    static constexpr bool kCoversAll = true;
    explicit OPENACLNN_INLINE Mapping(TwoFloats<F> sum) : sum_(sum) {}
    OPENACLNN_INLINE F operator()(F grad, F y) const {
      return y * AddByFma(AddByFma(grad, -sum_.high), -sum_.low);
    }

   private:
    TwoFloats<F> sum_;
  };
};

// grad - e^y sum.
struct LogSoftmaxGradient {
  // For ordinary sums, of floats: e^y within 2^-45.5 where a product with the sum may matter.
  struct Shorter : LogSoftmaxBackwardRows {
    static constexpr float kLargest = 708;  // y that Power takes, of either sign
    template <class F>
    struct Mapping {
      template <class Numbers>
      explicit OPENACLNN_INLINE Mapping(const Numbers& chunk) : sum(chunk[0]) {}
      OPENACLNN_INLINE F operator()(const F&, const F& grad, const F& y) const {
        const F power = Power(Min(F(kLargest), Max(F(-kLargest), y)));  // a NaN stays
        return Fnma(ZeroIf(y == F(-softmax_internal::kInfinity), power), sum, grad);
      }
      // e^y
      static OPENACLNN_INLINE F Power(const F& y) {
        const F octaves(0x1.71547652b82fep+0), shift(exp_internal::kIntegerShift);
        const F shifted = Fma(y, octaves, shift);
        // Two chains, each half as long as one would be.
        const F rest = Fms(y, octaves, shifted - shift), square = rest * rest;
        const F even =
            Horner(square, {1.0000000000000129, 0.24022650695649447, 0.009618129192117878,
                            0.00015403434909568164, 1.325941453027953e-06});
        const F odd =
            Horner(square, {0.6931471805598709, 0.055504108668691134, 0.0013333557616954713,
                            1.5252985105954698e-05, 1.0150303433887412e-07});
        const F power = Fma(odd, rest, even);
        return AddShifted<FloatLayout<double>::kFractionBits>(power, shifted);
      }

      F sum;
    };
  };

  using Wide = LogSoftmaxBackwardRows;
  template <class F>
  static OPENACLNN_INLINE F Term(const F& grad, const F&) {
    return grad;
  }
  template <class T>
  static OPENACLNN_INLINE bool IsExact(double) {
    return true;
  }

  // For 16-bit numbers, where the terms do not cancel: within 2^-23 of the result and 2^-26 of the
  // second term. A y for which that is below 2^-138 is as good as any below: with a grad of 0 it
  // gives the sign of a result that underflows.
  template <class T>
  class Mapping {
   public:
    using F = Lanes<float>;
    static constexpr double kFactor = 1 / (double{kPowerScale} * (int64_t{1} << kScale));
    static constexpr bool kCoversAll = false;
    explicit OPENACLNN_INLINE Mapping(TwoFloats<F> sum)
        : powers_(F(0), Powers<F>::ShiftOf(F(0)), LowestFor(sum.high)),
          sum_(sum),
          least_(Abs(sum_.high) * F(std::is_same_v<T, Float16Bits> ? 0x1p-8f : 0x1p-11f)) {}
    OPENACLNN_INLINE F operator()(F grad, F y, typename F::Mask& is_covered) const {
      SplitPower<F> e = powers_(y);
      e.power = ZeroIf(y == F(-kFloatInfinity), e.power);
      const F result =
          Fnma(e.power, Fma(e.rest, sum_.high, sum_.low), Fnma(e.power, sum_.high, grad));
      is_covered = And(Abs(result) >= e.power * least_, y <= F(kLargest));
      return result;
    }

   private:
    // The y of a term of about 2^-140, for an ordinary sum: from -125 to -69.
    static OPENACLNN_INLINE F LowestFor(F scaled_sum) {
      const F octaves = ExponentOf(Abs(scaled_sum)) + F(kScale + 140);
      return octaves * F(-0.6931471805599453f);
    }

    static constexpr float kLargest = 40;  // whose power a float holds, scaled

    Powers<F, true> powers_;
    TwoFloats<F> sum_;
    F least_;
  };
};

}  // namespace softmax_internal

// Floats are computed with in double, by Wide or, if the sum is ordinary, by Shorter.
template <class Gradient>
struct GradientRows : RowsOfTerms<typename Gradient::Wide> {
  using Wide = RowsOfTerms<typename Gradient::Wide>;
  using Shorter = RowsOfTerms<typename Gradient::Shorter>;
  using F = Lanes<float>;
  using D = Lanes<double>;
  using ShortLanes = D;
  static constexpr bool kHasPower = requires { Gradient::Shorter::kLargest; };

  template <class T, bool kKeep>
  static OPENACLNN_INLINE void Reduce(const RowInputs<T>& in, RowExtent columns, double max,
                                      double* keep, RowNumbers& chunk) {
    if constexpr (softmax_internal::kHas16Bits<T>) {
      WideSums<F, T> sums;
      AddTermsOf<T>(sums, in, columns);
      chunk = {sums.Total(columns)};
      if (HWY_LIKELY(Gradient::template IsExact<T>(chunk[0]))) return;
    }
    Wide::template Reduce<T, kKeep>(in, columns, max, keep, chunk);
  }

  template <class T, bool kKept, bool kStream>
  static OPENACLNN_INLINE double Map(const RowInputs<T>& in, RowExtent columns, const double* keep,
                                     const RowNumbers& chunk, RowOutput<T> out) {
    using namespace softmax_internal;
    if (HWY_UNLIKELY(!IsOrdinary(chunk[0]))) {
      return Wide::template Map<T, kKept, kStream>(in, columns, keep, chunk, out);
    }
    if constexpr (kHas16Bits<T>) {
      const auto mapping = MappingOf<T>(chunk);
      StoreVectors<F, kStream>(
          columns, out,
          [&](auto at) HWY_ATTR OPENACLNN_INLINED {
            return Mapped(mapping, at.Load(in[0], 0), at.Load(in[1], 0), &chunk, 0);
          },
          in);
      return 0;
    } else if constexpr (!kHasPower) {
      return Shorter::template Map<T, kKept, kStream>(in, columns, keep, chunk, out);
    } else {
      const auto map = [&](auto at) HWY_ATTR OPENACLNN_INLINED {
        const auto y = at.Load(in[1], 0);
        using V = std::remove_cvref_t<decltype(y)>;
        const typename Shorter::template Mapping<V> mapping(chunk);
        if constexpr (requires { at.template SumOfSizes<F>(in[1]); }) {
          if (HWY_LIKELY(All(at.template SumOfSizes<F>(in[1]) <= F(Gradient::Shorter::kLargest)))) {
            const auto power = mapping.Power(y);
            return at.Store(Fnma(power, mapping.sum, at.Load(in[0], 0)), out);
          }
        }
        at.Store(mapping(V(0.0), at.Load(in[0], 0), y), out);
      };
      ForTwins<D, kStream>(columns, out, map, in);
      return 0;
    }
  }

#ifndef OPENACLNN_ONE_LANE
  template <class T>
  static OPENACLNN_INLINE void ReduceAbreast(const RowTile<T>& tile, double* keep,
                                             RowNumbers* chunks) {
    if constexpr (softmax_internal::kHas16Bits<T>) {
      SumsOfRows<D> sums(0, tile.rows);
      for (int64_t i = 0; i < tile.columns; ++i) {
        const RowInputs<T> in = ElementsOf<Wide>(tile, i);
        ForRowsAbreast<F, T>(tile.rows, [&](auto at) HWY_ATTR OPENACLNN_INLINED {
          HWY_ALIGN float terms[kLanesOf<F>];
          Gradient::Term(at.Load(in[0], 0), at.Load(in[1], 0)).Store(terms);
          for (int64_t r = 0; r < kLanesOf<F>; r += kLanesOf<D>) {
            sums.Add(i, at.i + r, D::Load(terms + r));
          }
        });
      }
      sums.AddLanes(tile.rows);
      for (int64_t r = 0; r < tile.rows; ++r) {
        chunks[r] = {*sums.At(0, r)};
        if (HWY_UNLIKELY(!Gradient::template IsExact<T>(chunks[r][0]))) {
          RowAlone<Wide, T>(tile, r).Reduce(chunks[r]);
        }
      }
    } else {
      Wide::template ReduceAbreast<T>(tile, keep, chunks);
    }
  }

  template <class T, bool kStream>
  static OPENACLNN_INLINE void MapAbreast(const RowTile<T>& tile, const double*,
                                          const RowNumbers* chunks) {
    const auto is_ordinary = [](const RowNumbers& chunk) {
      return softmax_internal::IsOrdinary(chunk[0]);
    };
    MapStretches<GradientRows>(
        tile, chunks, is_ordinary,
        [](const RowTile<T>& rows, const RowNumbers* numbers) HWY_ATTR OPENACLNN_INLINED {
          if constexpr (softmax_internal::kHas16Bits<T>) {
            MapHalvesAbreast<T, kStream>(rows, numbers);
          } else {
            Shorter::template MapAbreast<T, kStream>(rows, nullptr, numbers);
          }
        });
  }

  template <class T>
  static OPENACLNN_INLINE void ShortRows(const RowTile<T>& tile) {
    if constexpr (softmax_internal::kHas16Bits<T>) {
      for (int64_t r = 0; r < tile.rows; r += kRowsAtOnce) {
        ShortHalves<T>(tile, r, std::min(kRowsAtOnce, tile.rows - r));
      }
    } else if constexpr (!kHasPower) {
      ShortFloats<T>(tile);
    } else {
      for (int64_t r = 0; r < tile.rows; ++r) {
        const RowInputs<T> in = row_internal::RowOf<Wide>(tile, r);
        const RowNumbers chunk = {SumOfLanes(TermsOf<T>(in, EachVectorOfSum<D>()).values)};
        if (HWY_UNLIKELY(!softmax_internal::IsOrdinary(chunk[0]))) {
          InTwoSteps<T>(tile, r);
        } else {
          Map<T, false, false>(in, kSumLanes, nullptr, chunk, tile.output + r * tile.output_step);
        }
      }
    }
  }
#endif

 private:
  template <class T>
  static OPENACLNN_INLINE void AddTermsOf(WideSums<F, T>& sums, const RowInputs<T>& in,
                                          RowExtent columns) {
    AddTerms<F, T>(sums, columns, [&](auto at) HWY_ATTR OPENACLNN_INLINED {
      return Gradient::Term(at.Load(in[0], 0), at.Load(in[1], 0));
    });
  }
  template <class T>
  static OPENACLNN_INLINE auto MappingOf(const RowNumbers& chunk) {
    using Mapping = typename Gradient::template Mapping<T>;
    return Mapping(softmax_internal::TwoFloats<F>(chunk[0] * Mapping::kFactor));
  }
#ifndef OPENACLNN_ONE_LANE
  template <class T, bool kStream>
  static OPENACLNN_INLINE void MapHalvesAbreast(const RowTile<T>& tile, const RowNumbers* chunks) {
    using Mapping = typename Gradient::template Mapping<T>;
    softmax_internal::TwoFloatsOfRows sums;
    for (int64_t r = 0; r < tile.rows; ++r) sums.Set(r, chunks[r][0] * Mapping::kFactor);
    for (int64_t i = 0; i < tile.columns; ++i) {
      const RowInputs<T> in = ElementsOf<Wide>(tile, i);
      T* const out = ResultOf(tile, i);
      AskForRowsAfter<Wide>(tile, i);
      ForVectors<F, kStream>(tile.rows, out, [&](auto at) HWY_ATTR OPENACLNN_INLINED {
        at.Store(Mapped(Mapping(sums.template At<F>(at.i)), at.Load(in[0], 0), at.Load(in[1], 0),
                        chunks + at.i, at.Count()),
                 out);
      });
    }
  }
#endif
#ifndef OPENACLNN_ONE_LANE
  template <class T>
  static OPENACLNN_INLINE void InTwoSteps(const RowTile<T>& tile, int64_t r) {
    const RowInputs<T> in = row_internal::RowOf<Wide>(tile, r);
    RowNumbers chunk;
    Reduce<T, false>(in, kSumLanes, 0, nullptr, chunk);
    Map<T, false, false>(in, kSumLanes, nullptr, chunk, tile.output + r * tile.output_step);
  }
  // Up to kRowsAtOnce rows from `first` on, one step for all of them before the next: a row alone
  // would wait for its sum.
  template <class T>
  static OPENACLNN_INLINE void ShortHalves(const RowTile<T>& tile, int64_t first, int64_t count) {
    using Mapping = typename Gradient::template Mapping<T>;
    typename WideSums<F, T>::Parts parts;
    parts.ClearFrom(count);
    HWY_ALIGN double sums[kRowsAtOnce];
    HWY_ALIGN float high[kRowsAtOnce], low[kRowsAtOnce];
    for (int64_t r = 0; r < count; ++r) {
      const RowInputs<T> in = row_internal::RowOf<Wide>(tile, first + r);
      WideSums<F, T> lanes;
      AddTermsOf<T>(lanes, in, kSumLanes);
      lanes.StoreVectors(r, parts);
    }
    WideSums<F, T>::Totals(parts, sums);
    std::fill(sums + count, sums + kRowsAtOnce, 1.0);
    auto are_ordinary = D(0.0) == D(0.0);
    for (int64_t r = 0; r < kRowsAtOnce; r += kLanesOf<D>) {
      const D sum = D::Load(sums + r), scaled = sum * D(Mapping::kFactor);
      are_ordinary = And(are_ordinary, softmax_internal::AreOrdinary(sum));
      scaled.Store(high + r);
      (scaled - D::Load(high + r)).Store(low + r);
    }
    if (HWY_UNLIKELY(!All(are_ordinary))) {
      for (int64_t r = 0; r < count; ++r) InTwoSteps<T>(tile, first + r);
      return;
    }
    for (int64_t r = 0; r < count; ++r) {
      const RowInputs<T> in = row_internal::RowOf<Wide>(tile, first + r);
      const RowNumbers chunk = {sums[r]};
      const Mapping mapping(softmax_internal::TwoFloats<F>{F(high[r]), F(low[r])});
      StoreVectors<F, false>(kSumLanes, tile.output + (first + r) * tile.output_step,
                             [&](auto at) HWY_ATTR OPENACLNN_INLINED {
                               return Mapped(mapping, at.Load(in[0], 0), at.Load(in[1], 0), &chunk,
                                             0);
                             });
    }
  }

  // The terms of a short row of floats, each in a lane of its own. Summed without 0 + term, and
  // with what is too small to count: a sum in which that shows is not ordinary.
  struct ShortTerms {
    D values[kVectorsOfSum<D>];
  };
  template <class T, size_t... v>
  static OPENACLNN_INLINE ShortTerms TermsOf(const RowInputs<T>& in, std::index_sequence<v...>) {
    using Terms = std::conditional_t<kHasPower, Gradient, typename Gradient::Shorter>;
    const WholeVector<D, T> at[] = {{static_cast<int64_t>(v) * kLanesOf<D>}...};
    return {{ Terms::Term(at[v].Load(in[0], 0), at[v].Load(in[1], 0))... }};
  }
  // Each row of floats is mapped some rows after it was summed, from the terms that the sum has
  // left: alone it would wait for its sum.
  struct ShortGroup {
    HWY_ALIGN double terms[kRowsAtOnce][kSumLanes];
    HWY_ALIGN double sums[kRowsAtOnce];
    typename LaneSums<D>::Parts parts;
    bool are_ordinary;
  };
  template <class T>
  static OPENACLNN_INLINE void ShortFloats(const RowTile<T>& tile) {
    ShortGroup groups[2];
    size_t turn = 0;
    for (int64_t first = 0, summed = 0; first < tile.rows || summed > 0; first += kRowsAtOnce) {
      ShortGroup &next = groups[turn], &group = groups[1 - turn];
      for (int64_t r = 0; r < kRowsAtOnce; ++r) {
        if (first < tile.rows) {  // the last row again where there are no more
          const RowInputs<T> in =
              row_internal::RowOf<Wide>(tile, std::min(first + r, tile.rows - 1));
          KeepTerms<T>(in, r, next, EachVectorOfSum<D>());
        }
        if (r < summed) MapTerms<T>(tile, first - kRowsAtOnce + r, group, r);
      }
      summed = std::clamp<int64_t>(tile.rows - first, 0, kRowsAtOnce);
      if (summed > 0) AddParts(next);
      turn = 1 - turn;
    }
  }
  template <class T, size_t... v>
  static OPENACLNN_INLINE void KeepTerms(const RowInputs<T>& in, int64_t r, ShortGroup& group,
                                         std::index_sequence<v...> each) {
    const auto terms = TermsOf<T>(in, each);
    (terms.values[v].Store(group.terms[r] + static_cast<int64_t>(v) * kLanesOf<D>), ...);
    SumOfVectors(terms.values).Store(group.parts[r]);
  }
  static OPENACLNN_INLINE void AddParts(ShortGroup& group) {
    LaneSums<D>::Totals(group.parts, group.sums);
    auto are_ordinary = D(0.0) == D(0.0);
    for (int64_t r = 0; r < kRowsAtOnce; r += kLanesOf<D>) {
      are_ordinary = And(are_ordinary, softmax_internal::AreOrdinary(D::Load(group.sums + r)));
    }
    group.are_ordinary = All(are_ordinary);
  }
  template <class T>
  static OPENACLNN_INLINE void MapTerms(const RowTile<T>& tile, int64_t row,
                                        const ShortGroup& group, int64_t r) {
    if (HWY_UNLIKELY(!group.are_ordinary)) return InTwoSteps<T>(tile, row);
    const RowInputs<T> in = row_internal::RowOf<Wide>(tile, row);
    T* const out = tile.output + row * tile.output_step;
    const RowNumbers chunk = {group.sums[r]};
    const typename Shorter::template Mapping<D> mapping(chunk);
    ForVectors<D, false>(kSumLanes, out, [&](auto at) HWY_ATTR OPENACLNN_INLINED {
      at.Store(mapping.OfTerm(at.LoadKept(group.terms[r] + at.i), at.Load(in[1], 0)), out);
    });
  }
#endif

  // The results of 16-bit numbers. chunks are those of the first `own` lanes, or that of all if
  // there are none.
  template <class Mapping>
  static OPENACLNN_INLINE F Mapped(const Mapping& mapping, F grad, F y, const RowNumbers* chunks,
                                   int64_t own) {
    if constexpr (Mapping::kCoversAll) {
      return mapping(grad, y);
    } else {
      typename F::Mask is_covered = grad == y;  // any
      const F result = mapping(grad, y, is_covered);
      if (HWY_LIKELY(All(is_covered))) return result;
      return Select(is_covered, result, MappedWide(grad, y, chunks, own));
    }
  }
#ifdef OPENACLNN_ONE_LANE
  static OPENACLNN_INLINE F MappedWide(F grad, F y, const RowNumbers* chunk, int64_t) {
    const typename Wide::template Mapping<D> mapping(*chunk);
    return static_cast<float>(mapping(D(0.0), D(grad.raw), D(y.raw)).raw);
  }
#else
  static HWY_NOINLINE HWY_ATTR F MappedWide(F grad, F y, const RowNumbers* chunks, int64_t own) {
    HWY_ALIGN float grads[F::kMaxSize], ys[F::kMaxSize];
    HWY_ALIGN double sums[F::kMaxSize];
    grad.Store(grads);
    y.Store(ys);
    for (int64_t n = 0; n < kLanesOf<F>; ++n) sums[n] = chunks[n < own ? n : 0][0];
    for (int64_t n = 0; n < kLanesOf<F>; n += kLanesOf<D>) {
      const D sum[] = {D::Load(sums + n)};
      const typename Wide::template Mapping<D> mapping(sum);
      mapping(D(0.0), D::Load(grads + n), D::Load(ys + n)).Store(grads + n);
    }
    return F::Load(grads);
  }
#endif
};

using SoftmaxBackwardInFloat = GradientRows<softmax_internal::SoftmaxGradient>;
using LogSoftmaxBackwardInFloat = GradientRows<softmax_internal::LogSoftmaxGradient>;

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
