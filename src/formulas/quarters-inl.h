// The sine of quarters of a turn in double.

#if defined(OPENACLNN_FORMULAS_QUARTERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_QUARTERS_INL_H_
#undef OPENACLNN_FORMULAS_QUARTERS_INL_H_
#else
#define OPENACLNN_FORMULAS_QUARTERS_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// A whole number of quarters and a rest of at most pi / 4 to either side.
template <class F>
struct Quarters {
  F shifted;         // the whole number + FloatLayout::kIntegerShift
  F rest, rest_low;  // in two parts
};

// The sine of quarters in double: within 0.8 ULP.
template <class F>
OPENACLNN_INLINE F SinOf(const Quarters<F>& x) {
  const F r = x.rest, s = r * r;
  const F sin_tail =
      Polynomial(s, {-0.1666666666666663, 0.008333333333321874, -0.00019841269829425445,
                     2.7557313571372006e-06, -2.5050740678001842e-08, 1.5895851023234893e-10});
  const F sin = r + Fma(r * s, sin_tail, Fnma(F(0.5) * s, x.rest_low, x.rest_low));
  const F cos_tail =
      Polynomial(s, {0.04166666666666659, -0.0013888888888872464, 2.4801587288527568e-05,
                     -2.755731409531101e-07, 2.0875690423519958e-09, -1.135803772077082e-11});
  const F half = F(0.5) * s, largest = F(1) - half;
  const F cos = largest + (((F(1) - largest) - half) + Fma(s * s, cos_tail, -(r * x.rest_low)));
  return NegateIf(HasBit<1>(x.shifted), Select(HasBit<0>(x.shifted), cos, sin));
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
