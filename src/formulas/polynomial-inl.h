// Polynomials with constant coefficients.

#if defined(OPENACLNN_FORMULAS_POLYNOMIAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_POLYNOMIAL_INL_H_
#undef OPENACLNN_FORMULAS_POLYNOMIAL_INL_H_
#else
#define OPENACLNN_FORMULAS_POLYNOMIAL_INL_H_
#endif

#include <cstddef>

#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// c[0] + c[1] x + ... + c[n - 1] x^(n - 1) by the fewest operations, one after the other.
template <class F, size_t n>
OPENACLNN_INLINE F Horner(F x, const typename F::Lane (&c)[n]) {
  F sum = F(c[n - 1]);
  for (size_t i = n - 1; i-- > 0;) sum = Fma(sum, x, F(c[i]));
  return sum;
}

// The same as a polynomial in x^2 whose coefficients are pairs of c: half the latency for one more
// multiplication.
template <class F, size_t n>
OPENACLNN_INLINE F Polynomial(F x, const typename F::Lane (&c)[n]) {
  static_assert(n >= 2);
  constexpr size_t kPairs = (n - 1) / 2;  // below the highest one or two coefficients
  const F square = x * x;
  F sum = n % 2 != 0 ? F(c[n - 1]) : Fma(F(c[n - 1]), x, F(c[n - 2]));
  for (size_t pair = kPairs; pair-- > 0;) {
    sum = Fma(sum, square, Fma(F(c[2 * pair + 1]), x, F(c[2 * pair])));
  }
  return sum;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
