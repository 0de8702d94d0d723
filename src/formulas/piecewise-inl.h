// Polynomials of which each interval has its own coefficients, in tables in registers.

#if defined(OPENACLNN_FORMULAS_PIECEWISE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_PIECEWISE_INL_H_
#undef OPENACLNN_FORMULAS_PIECEWISE_INL_H_
#else
#define OPENACLNN_FORMULAS_PIECEWISE_INL_H_
#endif

#include <cstddef>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// c[0][i] + c[1][i] w + ... + c[n - 1][i] w^(n - 1), where i is an interval as LookUp takes it.
template <class F, size_t n, size_t intervals>
OPENACLNN_INLINE F PiecewiseHorner(F i, F w, const float (&c)[n][intervals]) {
  F sum = LookUp(i, c[n - 1]);
  for (size_t k = n - 1; k-- > 0;) sum = Fma(sum, w, LookUp(i, c[k]));
  return sum;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
