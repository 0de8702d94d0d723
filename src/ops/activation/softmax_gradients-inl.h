// The gradients of softmax and log_softmax (docs/numerics.md, "Rows"). Sums are exact products, or
// the numbers themselves, in double. What is rounded to 16 bits is computed in float from there on,
// with the sum in two parts; floats in double, with an exponential that is as exact as needed.

#if defined(OPENACLNN_OPS_SOFTMAX_GRADIENTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SOFTMAX_GRADIENTS_INL_H_
#undef OPENACLNN_OPS_SOFTMAX_GRADIENTS_INL_H_
#else
#define OPENACLNN_OPS_SOFTMAX_GRADIENTS_INL_H_
#endif

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "cpu/row_terms-inl.h"
#include "formulas/exp-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/sigmoid_in_float-inl.h"
#include "formulas/target.h"
#include "ops/activation/softmax-inl.h"
#include "ops/activation/softmax_in_float-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace softmax_internal {

// Sums for which the formulas in float, and the shorter ones in double, give what they promise.
OPENACLNN_INLINE bool IsOrdinary(double sum) {
  const double size = __builtin_fabs(sum);
  return size >= 0x1p-40 && size <= 0x1p40;
}

// y (grad - sum).
struct SoftmaxGradient {
  using Wide = SoftmaxBackwardRows;
  using Shorter = Wide;
  static OPENACLNN_INLINE Lanes<float> Term(Lanes<float> grad, Lanes<float> y) {
    return grad * y;  // exact
  }
  // Whether no product was too large or too small for a float.
  template <class T>
  static OPENACLNN_INLINE bool IsExact(double sum) {
    return std::is_same_v<T, Float16Bits> ||
           (__builtin_fabs(sum) >= 0x1p-90 && __builtin_isfinite(sum));
  }

  // Of 16-bit numbers within 3 roundings of a float: grad - high is exact where it cancels.
  template <class T>
  class Mapping {
   public:
    using F = Lanes<float>;
    explicit OPENACLNN_INLINE Mapping(double sum) : sum_(sum) {}
    OPENACLNN_INLINE F operator()(F grad, F y, bool&) const {
      return y * ((grad - sum_.high) - sum_.low);
    }

   private:
    TwoFloats<F> sum_;
  };
};

// grad - e^y sum.
struct LogSoftmaxGradient {
  // For ordinary sums, of floats: e^y within 2^-45.5 where a product with the sum may matter.
  struct Shorter : LogSoftmaxBackwardRows {
    template <class F>
    struct Mapping {
      explicit OPENACLNN_INLINE Mapping(const RowNumbers& chunk) : sum(chunk[0]) {}
      OPENACLNN_INLINE F operator()(F, F grad, F y) const {
        const F z = Min(F(709), Max(F(-708), y));  // a NaN stays
        const F octaves(0x1.71547652b82fep+0);
        const F n =
            Fma(z, octaves, F(exp_internal::kIntegerShift)) - F(exp_internal::kIntegerShift);
        const F power = Horner(
            Fms(z, octaves, n),
            {1.0000000000000129, 0.6931471805598709, 0.24022650695649447, 0.055504108668691134,
             0.009618129192117878, 0.0013333557616954713, 0.00015403434909568164,
             1.5252985105954698e-05, 1.325941453027953e-06, 1.0150303433887412e-07});
        const F factor = ZeroIf(y == F(-softmax_internal::kInfinity), AddToExponent(power, n));
        return Fnma(factor, sum, grad);
      }

      F sum;
    };
  };

  using Wide = LogSoftmaxBackwardRows;
  static OPENACLNN_INLINE Lanes<float> Term(Lanes<float> grad, Lanes<float>) { return grad; }
  template <class T>
  static OPENACLNN_INLINE bool IsExact(double) {
    return true;
  }

  // Of 16-bit numbers, where the terms do not cancel: within 2^-23 of the result and 2^-26 of the
  // second term. A y as low as -125 is as good as any below.
  template <class T>
  class Mapping {
   public:
    using F = Lanes<float>;
    explicit OPENACLNN_INLINE Mapping(double sum)
        : powers_(Origin(0)),
          sum_(sum * kDown),
          least_(Abs(sum_.high) * F(std::is_same_v<T, Float16Bits> ? 0x1p-8f : 0x1p-11f)) {}
    OPENACLNN_INLINE F operator()(F grad, F y, bool& is_covered) const {
      SplitPower<F> e = powers_(y);
      e.power = ZeroIf(y == F(-kFloatInfinity), e.power);
      const F result =
          Fnma(e.power, Fma(e.rest, sum_.high, sum_.low), Fnma(e.power, sum_.high, grad));
      is_covered = All(And(Abs(result) >= e.power * least_, y <= F(kLargest)));
      return result;
    }

   private:
    static constexpr float kLargest = 40;  // whose power a float holds, scaled
    static constexpr double kDown = 1 / (double{kPowerScale} * (int64_t{1} << kScale));

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

  template <class T, bool kKeep>
  static OPENACLNN_INLINE void Reduce(const RowInputs<T>& in, RowExtent columns, double max,
                                      double* keep, RowNumbers& chunk) {
    if constexpr (softmax_internal::kHas16Bits<T>) {
      LaneSums<Lanes<double>> sum;
      ForLanes<F, T>(
          columns,
          [&](auto v, auto at) HWY_ATTR OPENACLNN_INLINED {
            AddWide(sum, v, Gradient::Term(at.Load(in[0], 0), at.Load(in[1], 0)));
          },
          sum);
      chunk = {sum.Total(columns)};
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
      const typename Gradient::template Mapping<T> mapping(chunk[0]);
      ForVectors<F, kStream>(columns, out, [&](auto at) HWY_ATTR OPENACLNN_INLINED {
        MapVector<T>(mapping, at, at.Load(in[0], 0), at.Load(in[1], 0), in, chunk, out);
      });
      return 0;
    } else {
      return Shorter::template Map<T, kKept, kStream>(in, columns, keep, chunk, out);
    }
  }

  template <class T>
  static OPENACLNN_INLINE void Short(const RowInputs<T>& in, RowOutput<T> out) {
    if constexpr (softmax_internal::kHas16Bits<T>) {
      ShortOf<T>(in, out, EachVectorOfSum<F>());
    } else if constexpr (std::is_same_v<Wide, Shorter>) {
      Wide::template Short<T>(in, out);
    } else {
      InTwoSteps<T>(in, out);
    }
  }

 private:
  template <class T>
  static OPENACLNN_INLINE void InTwoSteps(const RowInputs<T>& in, RowOutput<T> out) {
    RowNumbers chunk;
    Reduce<T, false>(in, kSumLanes, 0, nullptr, chunk);
    Map<T, false, false>(in, kSumLanes, nullptr, chunk, out);
  }
  template <class T, size_t... v>
  static OPENACLNN_INLINE void ShortOf(const RowInputs<T>& in, RowOutput<T> out,
                                       std::index_sequence<v...>) {
    const WholeVector<F, T> at[] = {{static_cast<int64_t>(v) * kLanesOf<F>}...};
    const F grad[] = {at[v].Load(in[0], 0)...}, y[] = {at[v].Load(in[1], 0)...};
    LaneSums<Lanes<double>> sum;
    (AddWide(sum, v, Gradient::Term(grad[v], y[v])), ...);
    const RowNumbers chunk = {sum.Total(kSumLanes)};
    if (HWY_UNLIKELY(!softmax_internal::IsOrdinary(chunk[0]))) return InTwoSteps<T>(in, out);
    const typename Gradient::template Mapping<T> mapping(chunk[0]);
    (MapVector<T>(mapping, at[v], grad[v], y[v], in, chunk, out), ...);
  }

  template <class T, class Mapping, class At>
  static OPENACLNN_INLINE void MapVector(const Mapping& mapping, At at, F grad, F y,
                                         const RowInputs<T>& in, const RowNumbers& chunk,
                                         RowOutput<T> out) {
    bool is_covered = true;
    const F result = mapping(grad, y, is_covered);
    if (HWY_UNLIKELY(!is_covered)) return MapExactly<T>(in, at.i, at.Count(), chunk, out);
    at.Store(result, out);
  }
  template <class T>
  static HWY_NOINLINE HWY_ATTR void MapExactly(const RowInputs<T>& in, int64_t i, int64_t count,
                                               const RowNumbers& chunk, RowOutput<T> out) {
    Wide::template Map<T, false, false>(row_internal::ChunkOf<Wide>(in, i), count, nullptr, chunk,
                                        out + i);
  }
};

using SoftmaxBackwardInFloat = GradientRows<softmax_internal::SoftmaxGradient>;
using LogSoftmaxBackwardInFloat = GradientRows<softmax_internal::LogSoftmaxGradient>;

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
