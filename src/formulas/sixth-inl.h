// (a + 3) / 6, which the hard forms of sigmoid and silu are made of, in floats.

#if defined(OPENACLNN_FORMULAS_SIXTH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_SIXTH_INL_H_
#undef OPENACLNN_FORMULAS_SIXTH_INL_H_
#else
#define OPENACLNN_FORMULAS_SIXTH_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// high + low, where high is within an ULP of the quotient and the sum within 2^-45 of it. Where
// a + 3 and the quotient are floats, low is 0.
template <class F>
struct Sixth {
  F high, low;
};

// For |a| <= 6: 3 is then a multiple of a's last place, so that sum + rest is a + 3 exactly.
template <class F>
OPENACLNN_INLINE Sixth<F> SixthOfThreeAnd(F a) {
  const F sum = a + F(3);
  const F rest = a - (sum - F(3));
  const F high = sum * F(1.0f / 6);
  const F remainder = Fnma(high, F(6), sum);  // exact
  return {high, (remainder + rest) * F(1.0f / 6)};
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
