//   swish(x)    = x s(t),                      t = beta x, s(t) = 1 / (1 + e^-t)
//   its slope   = s(t) (1 + t (1 - s(t)))
//
// silu is swish with beta 1, fast gelu with 1.702.

#if defined(OPENACLNN_OPS_SILU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SILU_INL_H_
#undef OPENACLNN_OPS_SILU_INL_H_
#else
#define OPENACLNN_OPS_SILU_INL_H_
#endif

#include <limits>

#include "formulas/exp-inl.h"
#include "formulas/guarded-inl.h"
#include "formulas/inline.h"
#include "formulas/lanes-inl.h"
#include "formulas/sigmoid-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// The decimal number of fast gelu.
inline constexpr double kFastGeluBeta = 1.702;

// Within 0.54 ULP, where beta is a float or kFastGeluBeta: then beta x is within 2^-53 of it.
struct Swish {
  using Compute = double;
  static constexpr int kCost = 700;

  double beta;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F t = x * F(beta);
    // From 700 on s is 1.
    return Select(t > F(700), x, TimesSigmoidForFloat(x, AwayFromZero(t)));
  }
};

struct Silu : Swish {
  Silu() : Swish{1} {}
};
struct FastGelu : Swish {
  FastGelu() : Swish{kFastGeluBeta} {}
};

// Within 1 ULP. The slope h satisfies h(-t) = 1 - h(t): it is the tail h(-a), a = |t|, or 1 less
// it. With e = e^-a the tail is e (1 + e - a) / (1 + e)^2, in which only the zero at a = 1.27846454
// cancels; double leaves enough of it for every float.
struct SwishBackward {
  using Compute = double;
  static constexpr int kCost = 900;

  double beta;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const F t = AwayFromZero(x * F(beta));
    const F a = Min(F(700), Abs(t));  // the rest of the tail is 0 in float; a NaN stays
    const ScaledExp<F> exp = ExpScaled(-a, F(0));
    const F e = AddToExponent(exp.power, exp.exponent);
    const F sum = F(1) + e;
    const F square = sum * sum;
    const F tail = ZeroIf(t == F(-kInfinity), e * (sum - a));
    return grad * (Select(t < F(0), tail, square - tail) / square);
  }
};

struct SiluBackward : SwishBackward {
  SiluBackward() : SwishBackward{1} {}
};
struct FastGeluBackward : SwishBackward {
  FastGeluBackward() : SwishBackward{kFastGeluBeta} {}
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
