// A product with a number in two parts.

#if defined(OPENACLNN_FORMULAS_TIMES_SUM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_TIMES_SUM_INL_H_
#undef OPENACLNN_FORMULAS_TIMES_SUM_INL_H_
#else
#define OPENACLNN_FORMULAS_TIMES_SUM_INL_H_
#endif

#include "formulas/inline.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// x (high + low), rounded once, but for what x low loses where it underflows: then within 1 ULP.
// Zeros have the sign of x high.
template <class F>
OPENACLNN_INLINE F TimesSum(F x, F high, F low) {
  const F change = x * low;
  return Select(change == F(0), x * high, Fma(x, high, change));
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
