//   swi_glu(a, b) = silu(a) b, silu(t) = t s(t), s(t) = 1 / (1 + e^-t)
//   its gradient by a: grad b silu'(a), by b: grad silu(a)

#if defined(OPENACLNN_OPS_SWI_GLU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SWI_GLU_INL_H_
#undef OPENACLNN_OPS_SWI_GLU_INL_H_
#else
#define OPENACLNN_OPS_SWI_GLU_INL_H_
#endif

#include <limits>

#include "formulas/exp-inl.h"
#include "formulas/guarded-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/pair-inl.h"
#include "formulas/sigmoid-inl.h"
#include "formulas/sigmoid_in_float-inl.h"
#include "formulas/target.h"
#include "formulas/times_sum-inl.h"
#include "ops/activation/silu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// In double for every value: within 2^-28.7 of the result before it is rounded. silu(a) is not 0
// for any float but 0, and is at most 2^-880 where it is below what a product with b could bring
// back.
struct SwiGluExact {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    // From 34 on s is 1 - 2^-49, and not 1, for products that are ties except for that.
    return TimesSigmoidForFloat(a, Min(F(34), AwayFromZero(a))) * b;
  }
};

// Floats: within 0.87 ULP.
struct SwiGlu {
  static constexpr int kCost = 350;  // picoseconds for an element in float, about

  OPENACLNN_ON_DEVICE SwiGluExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    // So high that the product does not become subnormal before the result does.
    constexpr float kUp = 0x1p24f;
    constexpr StepsDown<4> kSteps(1);
    const F t = Min(F(60), a);  // above it s is 1; a NaN stays
    const auto [quotient, residual] = SigmoidOfSteps<0>(kSteps.Shifted(t), kSteps.Rest(t));
    const F value = TimesSum(a * F(kUp), b, Sum<F>{quotient, quotient * residual});
    return value * F(1 / kUp);
  }
  // False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F a, F, F value) const {
    return Fma(value, F(0), a) >= F(-80);
  }
};

// The 16-bit types: the relative error is below 2^-20.6 before the value is rounded to them.
struct SwiGluOfHalves {
  static constexpr int kErrorUlps = 20;
  static constexpr int kFloat16Ulps = 1;

  OPENACLNN_ON_DEVICE SwiGluExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    constexpr StepsDown<1> kSteps(1);
    const F t = Min(F(60), a);
    return a * b / (F(1) + Exp2InFloat(kSteps.Shifted(t), kSteps.Rest(t)));
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F a, F, F value) const {
    return Fma(value, F(0), a) >= F(-80);
  }
  template <class F>
  static OPENACLNN_INLINE AtLeast<F> CoversFinite(F a, F, F) {
    return {a, F(-80)};
  }
};

// In double for every value, with one e = e^-|a|: s is 1 / (1 + e) or, to the left, e / (1 + e),
// and silu' is the tail e (1 + e - |a|) / (1 + e)^2 or 1 less it, as in silu-inl.h, whose
// exponential it takes.
struct SwiGluGradExact {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F grad, F a, F b) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const F t = AwayFromZero(a);
    const auto is_left = t < F(0);
    // Beyond this the rest of the tail is 0 in float, and to the right 2^-44 of the result, which
    // keeps products from being ties. A NaN stays.
    const F size = Min(Select(is_left, F(700), F(34)), Abs(t));
    const F e = ZeroIf(t == F(kInfinity), swish_internal::Exp(-size));
    const F sum = F(1) + e;
    const F square = sum * sum;
    const F inverse = F(1) / square;
    const auto is_end = t == F(-kInfinity);  // where silu and silu' are 0
    const F tail = ZeroIf(is_end, e * (sum - size));
    const F slope = Select(is_left, tail, square - tail) * inverse;
    const F silu = ZeroIf(is_end, a * (Select(is_left, e, F(1)) * (sum * inverse)));
    return {(grad * b) * slope, grad * silu};
  }
};

// Floats: within 0.9 ULP. silu' is that of silu-inl.h, and s that of SwiGlu.
struct SwiGluGrad {
  static constexpr int kCost = 550;  // picoseconds for an element in float, about

  OPENACLNN_ON_DEVICE SwiGluGradExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F grad, F a, F b) const {
    // So high that nothing becomes subnormal before the results do.
    constexpr float kUp = 0x1p24f / SiluBackward::kUp;
    constexpr StepsDown<4> kSteps(1);
    const F y = grad * F(kUp);
    const F slope = TimesSum(y, b, SiluBackward().Slope(a)) * F(0x1p-24f);
    const auto [quotient, residual] = SigmoidOfSteps<0>(kSteps.Shifted(a), kSteps.Rest(a));
    const F silu = TimesSum(y, a, Sum<F>{quotient, quotient * residual}) * F(1 / kUp);
    return {slope, silu};
  }
  // False for NaN, and for infinite values, whose product with 0 is NaN. Where silu' has no high
  // part the product of the other two would count as a float.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F a, F, Pair<F> values) const {
    const F t = Fma(values.first, F(0), Fma(values.second, F(0), -Abs(a)));
    return And(t >= F(SiluBackward::kLeast), a != F(SiluBackward::kNearestToZero));
  }
};

// The 16-bit types: the relative error is below 2^-17.7 before the values are rounded to them, far
// from the zero of silu' below 2^-20.
struct SwiGluGradOfHalves {
  static constexpr int kErrorUlps = 80;

  OPENACLNN_ON_DEVICE SwiGluGradExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F grad, F a, F b) const {
    constexpr StepsDown<1> kSteps(1);
    const auto is_right = a > F(0);
    const F size = Min(F(-kLeast), Abs(a));
    const F e = Exp2InFloat(kSteps.Shifted(size), kSteps.Rest(size));
    const F right = F(1) / (F(1) + e);
    const F left = e * right;
    const F tail = (left * right) * ((F(1) - size) + e);
    const F slope = Select(is_right, F(1) - tail, tail);
    return {(grad * b) * slope, grad * (a * Select(is_right, right, left))};
  }
  // Not near the zero. False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F a, F, Pair<F> values) const {
    const F t = Fma(values.first, F(0), Fma(values.second, F(0), a));
    return And(t >= F(kLeast), Abs(t + F(1.2784645f)) > F(0.008f));
  }
  template <class F>
  static OPENACLNN_INLINE AtLeast<F> CoversFinite(F, F a, F, Pair<F>) {
    return {Min(a + F(0.008f - kLeast), Abs(a + F(1.2784645f))), F(0.008f)};
  }

 private:
  static constexpr float kLeast = -86;
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
