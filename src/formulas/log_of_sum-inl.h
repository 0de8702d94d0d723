// Logarithms in double of numbers in two parts, for functions that are logarithms of sums. The
// coefficients come from scripts/fit_coefficients.py.

#if defined(OPENACLNN_FORMULAS_LOG_OF_SUM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_LOG_OF_SUM_INL_H_
#undef OPENACLNN_FORMULAS_LOG_OF_SUM_INL_H_
#else
#define OPENACLNN_FORMULAS_LOG_OF_SUM_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// log(2^n (1 + f)), n a whole number and 1 + f within a factor of sqrt(2) of 1: within 0.9 ULP.
template <class F>
OPENACLNN_INLINE F LogOfReduced(F n, F f) {
  // log(1 + f) = 2 atanh(s) = 2 s + s R = f - f^2 / 2 + s (f^2 / 2 + R), so that what is largest is
  // exact.
  const F s = f / (F(2) + f);
  const F z = s * s;
  const F r = z * Polynomial(z, {0.6666666666666735, 0.39999999999411295, 0.28571428743010735,
                                 0.2222219851703016, 0.18183566992445907, 0.15313986449614153,
                                 0.1479656490226902});
  const F half_square = F(0.5) * f * f;
  const F high = n * F(0x1.62e42fee00000p-1), low = n * F(0x1.a39ef35793c76p-33);  // ln(2)
  return high - ((half_square - Fma(s, half_square + r, low)) - f);
}

// log(2^more (a + a_low)) for a from 2^-1000 on, finite, and a_low at most an ULP of it: within 1.5
// ULP. Near 1 the sum counts, not a.
template <class F>
OPENACLNN_INLINE F LogOfSum(F a, F a_low, F more) {
  const F n = ExponentOf(a * F(1.4142135623730951));
  const F scale = PowerOfTwo(-Min(F(1000), n));  // beyond, a_low does not count
  const F f = Fma(a_low, scale, AddToExponent(a, -n) - F(1));
  return LogOfReduced(n + more, f);
}

// log(1 + s) for s from -1 + 2^-53 on, finite: within 1.5 ULP. That of -0 is 0.
template <class F>
OPENACLNN_INLINE F LogOfOneAnd(F s) {
  const F sum = F(1) + s;
  const F added = sum - F(1);
  const F sum_low = (F(1) - (sum - added)) + (s - added);
  return LogOfSum(sum, sum_low, F(0));
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
