//   glu(a, b) = a s(b), s(t) = 1 / (1 + e^-t)
//   its gradient by a: grad s(b), by b: grad a s(b) (1 - s(b))

#if defined(OPENACLNN_OPS_GLU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_GLU_INL_H_
#undef OPENACLNN_OPS_GLU_INL_H_
#else
#define OPENACLNN_OPS_GLU_INL_H_
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

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// In double for every value: within 2^-28.7 of the result before it is rounded.
struct GluExact {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    return TimesSigmoidForFloat(a, Min(F(34), AwayFromZero(b)));  // from 34 on s is 1 - 2^-49
  }
};

// Floats: within 0.87 ULP.
struct Glu {
  static constexpr int kCost = 300;  // picoseconds for an element in float, about

  OPENACLNN_ON_DEVICE GluExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    constexpr int kUp = 8;
    constexpr StepsDown<4> kSteps(1);
    const F t = Min(F(60), b);  // above it s is 1; a NaN stays
    const auto sigmoid = SigmoidOfSteps<kUp>(kSteps.Shifted(t), kSteps.Rest(t));
    return Times(a, sigmoid) * F(1.0f / (1 << kUp));
  }
  // False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F b, F value) const {
    return Fma(value, F(0), b) >= F(-80);
  }
};

// BFLOAT16, correctly rounded: the relative error is below 2^-20.7 before the value is rounded.
struct GluOfBfloat16 {
  static constexpr int kErrorUlps = 20;

  OPENACLNN_ON_DEVICE GluExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    constexpr StepsDown<1> kSteps(1);
    const F t = Min(F(60), b);
    return a / (F(1) + Exp2InFloat(kSteps.Shifted(t), kSteps.Rest(t)));
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F b, F value) const {
    return Fma(value, F(0), b) >= F(-80);
  }
};

// Doubles: within 1.1 ULP.
struct GluOfDoubles {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    return TimesSigmoid(a, b, F(0));
  }
};

// In double for every value: within 2^-28 of the results before they are rounded. s (1 - s) = e /
// (1 + e)^2, e = e^-|b|, which is not 0 for any float, and grad a e neither overflows nor
// underflows where the result does not. For no finite b is s rounded to 1, and for none but 0 is s
// (1 - s) rounded to 1/4: products of 16-bit numbers are often ties except for that.
struct GluBackwardExact {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F grad, F a, F b) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const F size = Abs(AwayFromZero(b));
    const F y = Min(F(700), size) * F(-0x1.71547652b82fep+0);  // -|b| / ln(2); a NaN stays
    const F e = ZeroIf(size == F(kInfinity), Exp2ForFloat(y));
    const F sum = F(1) + e;
    const F above = F(1) / (F(1) + ZeroIf(size == F(kInfinity), Max(F(0x1p-50), e)));
    const F s = Select(b < F(0), e / sum, above);
    const F slope = Select(b == F(0), F(0.25), Min(F(0.25 - 0x1p-52), e / (sum * sum)));
    return {grad * s, (grad * a) * slope};
  }
};

// Floats: within 0.87 ULP.
struct GluBackward {
  static constexpr int kCost = 450;  // picoseconds for an element in float, about

  OPENACLNN_ON_DEVICE GluBackwardExact ExactForm() const { return {}; }

  // With e = e^-|b| = power (1 + rest), s is 1 / (1 + e) to the right and e / (1 + e) to the left,
  // and s (1 - s) their product.
  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F grad, F a, F b) const {
    constexpr StepsDown<8> kSteps(1);
    const F size = Abs(b);
    const F shifted = kSteps.Shifted(size);
    const F power = PowerOfEighths(shifted);
    const F rest = RestOfEighths(shifted, kSteps.Rest(size));
    const F sum = F(1) + power;
    const F sum_low = Fma(power, rest, power - (sum - F(1)));
    const F right = F(1) / (sum + sum_low);
    const F residual = Fnma(right, sum_low, Fnma(right, sum, F(1)));
    const F left = power * right;
    const F left_low = Fma(left, rest + residual, Fms(power, right, left));
    const auto is_left = b < F(0);
    const Sum<F> s = {Select(is_left, left, right), Select(is_left, left_low, right * residual)};
    const F slope = left * right;
    const F slope_low = Fma(slope, residual, Fma(left_low, right, Fms(left, right, slope)));
    // So high that nothing becomes subnormal before the results do.
    constexpr float kUp = 0x1p24f;
    const F y = grad * F(kUp);
    return {TimesSum(y, s) * F(1 / kUp), TimesSum(y, a, Sum<F>{slope, slope_low}) * F(1 / kUp)};
  }
  // False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F, F b, Pair<F> values) const {
    return Fma(values.first, F(0), Fma(values.second, F(0), Abs(b))) <= F(80);
  }
};

// The 16-bit types: the relative error is below 2^-20 before the values are rounded to them.
struct GluBackwardOfHalves {
  static constexpr int kErrorUlps = 20;

  OPENACLNN_ON_DEVICE GluBackwardExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F grad, F a, F b) const {
    constexpr StepsDown<1> kSteps(1);
    const F size = Abs(b);
    const F e = Exp2InFloat(kSteps.Shifted(size), kSteps.Rest(size));
    const F right = F(1) / (F(1) + e);
    const F left = e * right;
    return {grad * Select(b < F(0), left, right), (grad * a) * (left * right)};
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F, F b, Pair<F> values) const {
    return Fma(values.first, F(0), Fma(values.second, F(0), Abs(b))) <= F(80);
  }
  template <class F>
  static OPENACLNN_INLINE AtLeast<F> CoversFinite(F, F, F b, Pair<F>) {
    return {-Abs(b), F(-80)};
  }
};

// Doubles: within 3 ULP. The larger one of grad and a is made smaller by both factors before the
// other multiplies it.
struct GluBackwardOfDoubles {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F grad, F a, F b) const {
    const auto grad_is_larger = Abs(grad) > Abs(a);
    const F larger = Select(grad_is_larger, grad, a), smaller = Select(grad_is_larger, a, grad);
    const F size = Abs(b);
    const F factor = TimesSigmoid(TimesSigmoid(larger, -size, F(0)), size, F(0));
    return {TimesSigmoid(grad, b, F(0)), factor * smaller};
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
