// Products with a number in two parts.

#if defined(OPENACLNN_FORMULAS_TIMES_SUM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_TIMES_SUM_INL_H_
#undef OPENACLNN_FORMULAS_TIMES_SUM_INL_H_
#else
#define OPENACLNN_FORMULAS_TIMES_SUM_INL_H_
#endif

#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// high + low, where low is at most about an ULP of high.
template <class F>
struct Sum {
  F high, low;
};

// x (high + low), rounded once, except for what x low loses where it underflows: then within 1 ULP.
// Zeros have the sign of x high.
template <class F>
OPENACLNN_INLINE F TimesSum(F x, F high, F low) {
  const F change = x * low;
  return Select(change == F(0), x * high, Fma(x, high, change));
}
template <class F>
OPENACLNN_INLINE F TimesSum(F x, const Sum<F>& sum) {
  return TimesSum(x, sum.high, sum.low);
}

// x y (high + low), rounded once, if no part of it underflows. Zeros have the sign of x y, where
// high is positive.
template <class F>
OPENACLNN_INLINE F TimesSum(F x, F y, const Sum<F>& sum) {
  const F product = x * y, product_low = Fms(x, y, product);
  const F change = Fma(product, sum.low, product_low * sum.high);
  return Select(product == F(0), product * sum.high, Fma(product, sum.high, change));
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
