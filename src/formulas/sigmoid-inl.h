// The logistic function sigmoid(t) = 1 / (1 + e^-t) as a factor, for every t and every gradient:
// where sigmoid underflows the product may not.

#if defined(OPENACLNN_FORMULAS_SIGMOID_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_SIGMOID_INL_H_
#undef OPENACLNN_FORMULAS_SIGMOID_INL_H_
#else
#define OPENACLNN_FORMULAS_SIGMOID_INL_H_
#endif

#include <limits>

#include "formulas/exp-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// grad * sigmoid(t) in double for t < 700, for a result that is rounded to float: with |grad| <
// 2^129 nothing that a float can hold is lost. t = -inf gives 0 * grad, NaN gives NaN. The relative
// error is below 2^-28.7.
template <class F>
OPENACLNN_INLINE F TimesSigmoidForFloat(F grad, F t) {
  const F y = t * F(-0x1.71547652b82fep+0);  // -t / ln(2); its error is 2^-53 |y|, below 2^-43
  const F e = Exp2ForFloat(Min(F(1023), y));
  // Max: 1 + e > y for every finite y, |y| < 2^258; it brings back y = inf and NaN.
  return grad / Max(F(1) + e, y);
}

// grad * sigmoid(t + low) in double for every grad; low is at most half an ULP of t, and anything
// where t is not finite. Infinite and NaN t as above. The error is below 0.7 ULP, or 1.1 ULP
// where grad or the result is subnormal.
template <class F>
OPENACLNN_INLINE F TimesSigmoid(F grad, F t, F low) {
  // Beyond these limits sigmoid is 1, or grad * sigmoid is 0 for every finite grad.
  const F z = Min(F(1500), Max(F(-50), -t));
  const ScaledExp<F> e = ExpScaled(z, ZeroIf(z != -t, -low));
  // At most 2^1000 of e^z goes into 1 + e^z, which it then is. The rest, at most 2^1165, is applied
  // to the quotient in two steps, of which the first underflows only if the result does.
  const F inside = Min(F(1000), e.exponent);
  const F rest = e.exponent - inside;
  const F half = exp_internal::Nearest(rest * F(0.5));
  const F scale = PowerOfTwo(inside);
  const F scaled = e.power * scale;
  const F sum = F(1) + scaled;
  const F sum_low = ((Max(F(1), scaled) - sum) + Min(F(1), scaled)) + e.power_low * scale;
  // 1 / (sum + sum_low) = reciprocal (1 + error). Max brings back infinities and NaN; another -t
  // above the sum makes the result 0, as it is.
  const F reciprocal = F(1) / Max(sum, -t);
  const F error = Fma(-reciprocal, sum_low, Fma(-reciprocal, sum, F(1)));
  const F quotient = grad * reciprocal;
  const F quotient_low = Fma(grad, reciprocal, -quotient);
  const F size = Abs(quotient);  // infinities and the sign of zero stay
  const auto ordinary = And(size > F(0), size < F(std::numeric_limits<double>::infinity()));
  const F corrected = Select(ordinary, quotient + Fma(quotient, error, quotient_low), quotient);
  return corrected * PowerOfTwo(-half) * PowerOfTwo(half - rest);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
