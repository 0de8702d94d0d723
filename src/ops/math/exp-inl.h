//   e^x

#if defined(OPENACLNN_OPS_EXP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_EXP_INL_H_
#undef OPENACLNN_OPS_EXP_INL_H_
#else
#define OPENACLNN_OPS_EXP_INL_H_
#endif

#include "formulas/exp-inl.h"
#include "formulas/expm1_in_float-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Floats: within 0.9 ULP. The coefficients come from scripts/fit_float_coefficients.py.
struct Exp {
  static constexpr int kCost = 120;  // picoseconds for an element in float, about

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F t = Max(F(-104), Min(F(89), x));  // beyond it is 0 or inf; a NaN stays
    const ReducedToOctave<F> octave = ReduceToOctave(t);
    const F r = Fnma(octave.count, F(kLn2Low), octave.rest);
    const F power =
        Horner(r, {1.0f, 1.0f, 0.4999999403953552f, 0.1666652113199234f, 0.04166828840970993f,
                   0.008368703536689281f, 0.0013818938750773668f});
    return TimesPowerOfTwo(power, octave.count);
  }
};

// Doubles: within 0.85 ULP.
struct ExpOfDoubles {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const ReducedExp<F> e = ExpReduced(Max(F(-746), Min(F(710), x)), F(0));
    return TimesPowerOfTwo(F(1) + (e.r + e.tail), e.exponent);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
