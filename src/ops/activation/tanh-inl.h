//   tanh(x)   = (1 - e^-2a) / (1 + e^-2a) for a = |x|, with the sign of x
//   gradInput = grad (1 - y^2), y = tanh(x)
//
// Coefficients come from scripts/fit_coefficients.py.

#if defined(OPENACLNN_OPS_TANH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_TANH_INL_H_
#undef OPENACLNN_OPS_TANH_INL_H_
#else
#define OPENACLNN_OPS_TANH_INL_H_
#endif

#include "formulas/exp-inl.h"
#include "formulas/expm1-inl.h"
#include "formulas/inline.h"
#include "formulas/lanes-inl.h"
#include "formulas/polynomial-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Floats, in double: within 0.54 ULP.
struct Tanh {
  using Compute = double;
  static constexpr int kCost = 600;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F a = Min(F(20), Abs(x));                        // beyond, all floats are 1; a NaN stays
    const F e = Exp2ForFloat(a * F(-2.8853900817779268));  // -2 / ln(2)
    const F far = (F(1) - e) / (F(1) + e);
    // Where the difference would cancel: x P(x^2), P below 1 and fitted to 2^-31.
    const F near = x * Horner(a * a, {0.9999999995804961, -0.3333331612036784, 0.13332201646801575,
                                      -0.0537063586741795, 0.019361335891689806});
    return Select(a > F(0.35), NegateIf(x < F(0), far), near);
  }
};

// Floats, in double: y^2 is exact. Doubles: within 1.1 ULP.
struct TanhBackward {
  using Compute = double;
  static constexpr int kCost = 200;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    return grad * Fnma(y, y, F(1));
  }
};

// In double for every value, and for ties of 16-bit numbers but for the 1 too.
struct TanhBackwardExact {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    return grad * SumForHalves(F(1), -(y * y));
  }
};

// The 16-bit types: two roundings in float.
struct TanhBackwardOfHalves {
  static constexpr int kErrorUlps = 3;

  TanhBackwardExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    return grad * Fnma(y, y, F(1));
  }
  // What tanh gives. False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F y, F value) const {
    return Fma(value, F(0), Abs(y)) <= F(1);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
