// log(1 + s) in double. The value in float's precision is improved by a step on e^t - 1.

#if defined(OPENACLNN_FORMULAS_WIDE_LOG1P_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_WIDE_LOG1P_INL_H_
#undef OPENACLNN_FORMULAS_WIDE_LOG1P_INL_H_
#else
#define OPENACLNN_FORMULAS_WIDE_LOG1P_INL_H_
#endif

#include "formulas/expm1-inl.h"
#include "formulas/log-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// log(1 + s) for s in [0, 2^1000], within 3 ULP; Log1p ends at 1. A NaN gives NaN.
template <class F>
OPENACLNN_INLINE F WideLog1p(F s) {
  const F small = Log1pForFloat(Min(F(1), s)), large = LogForFloat(F(1) + s);
  const F t = Select(s <= F(1), small, large);  // within 2^-33
  // log(1 + s) - t = -log(1 - q) for q = (s - (e^t - 1)) / (1 + s)
  const F q = (s - TimesExpm1(F(1), t, F(0))) / (F(1) + s);
  return t + Fma(F(0.5) * q, q, q);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
