// Logarithms in double; those named ForFloat are for results that are rounded to float. The
// coefficients come from scripts/fit_coefficients.py.

#if defined(OPENACLNN_FORMULAS_LOG_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_LOG_INL_H_
#undef OPENACLNN_FORMULAS_LOG_INL_H_
#else
#define OPENACLNN_FORMULAS_LOG_INL_H_
#endif

#include "formulas/polynomial-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// log(1 + e) for e in [0, 1]. The relative error is below 2^-33.
template <class F>
OPENACLNN_INLINE F Log1pForFloat(F e) {
  const F s = e / (F(2) + e);  // 2 atanh(s), s <= 1/3
  return s * Horner(s * s, {1.999999999803597, 0.6666667929619202, 0.3999869132643426,
                            0.2862071634563175, 0.21393275832451633, 0.24413073386355136});
}

// The same with an error below 2^-50.
template <class F>
OPENACLNN_INLINE F Log1p(F e) {
  const F s = e / (F(2) + e);
  return s * Polynomial(s * s, {2.0, 0.6666666666668237, 0.39999999995304913, 0.2857142911134963,
                                0.2222219083940191, 0.1818286103165184, 0.15363649665392848,
                                0.13591598986916387, 0.09879145771025498, 0.17784466406614355});
}

// log(x) for normal numbers above 0, anything for others. The relative error is below 2^-37, at 1
// too.
template <class F>
OPENACLNN_INLINE F LogForFloat(F x) {
  // x = 2^n m, m within a factor of sqrt(2) of 1; log(m) = 2 atanh(s), |s| <= 0.172.
  const F n = ExponentOf(x * F(1.4142135623730951));
  const F m = AddToExponent(x, -n);
  const F s = (m - F(1)) / (m + F(1));
  const F log = s * Horner(s * s, {2.0000000000083955, 0.6666666524141142, 0.4000038579171686,
                                   0.28534987622031804, 0.2361746758053054});
  return Fma(n, F(0.6931471805599453), log);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
