//   asin(x), acos(x)
//
// With a = |x| up to 1/2 it is asin(a) = a + a^3 R(a^2), and acos(x) is what is missing from pi
// / 2. Beyond, asin(a) = pi / 2 - 2 asin(s) and acos(a) = 2 asin(s), where s^2 = (1 - a) / 2 is
// exact.

#if defined(OPENACLNN_OPS_ASIN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ASIN_INL_H_
#undef OPENACLNN_OPS_ASIN_INL_H_
#else
#define OPENACLNN_OPS_ASIN_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

namespace asin_internal {

inline constexpr double kHalfPi = 0x1.921fb54442d18p+0, kHalfPiLow = 0x1.1a62633145c07p-54;
inline constexpr double kPi = 0x1.921fb54442d18p+1, kPiLow = 0x1.1a62633145c07p-53;

// asin(s) = s + rest for s = a up to 1/2, and beyond for s as above; NaN beyond 1.
template <class F>
struct Root {
  F s, rest;
};

// The coefficients come from scripts/fit_coefficients.py: within 2^-55.
template <class F>
OPENACLNN_INLINE Root<F> RootOf(F a, typename F::Mask is_near) {
  const F z = Select(is_near, a * a, (F(1) - a) * F(0.5));
  const F s = Select(is_near, a, Sqrt(z));
  const F r = Polynomial(
      z, {0.1666666666666673, 0.07499999999977591, 0.04464285716909408, 0.030381942941730734,
          0.022372209026893457, 0.017351710366124474, 0.013979725257174443, 0.011407308793567434,
          0.010735860764537171, 0.0038654377554373565, 0.021338822206662545, -0.020500207414982038,
          0.032329340221848});
  return {s, s * z * r};
}

}  // namespace asin_internal

// Doubles: within 2 ULP.
struct Asin {
  using Compute = double;
  static constexpr int kCost = 900;  // picoseconds for an element in float, about

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    using namespace asin_internal;
    const F a = Abs(x);
    const auto is_near = a <= F(0.5);
    const Root<F> root = RootOf(a, is_near);
    const F twice = root.s + root.s, twice_rest = root.rest + root.rest;
    const F far = F(kHalfPi) - (twice + (twice_rest - F(kHalfPiLow)));
    return CopySign(Select(is_near, root.s + root.rest, far), x);
  }
};

// Doubles: within 2 ULP.
struct Acos {
  using Compute = double;
  static constexpr int kCost = 900;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    using namespace asin_internal;
    const F a = Abs(x);
    const auto is_near = a <= F(0.5);
    const Root<F> root = RootOf(a, is_near);
    const F s = CopySign(root.s, x), rest = CopySign(root.rest, x);
    const F near = F(kHalfPi) - (s + (rest - F(kHalfPiLow)));
    const F twice = root.s + root.s, twice_rest = root.rest + root.rest;
    const F beyond = F(kPi) - (twice + (twice_rest - F(kPiLow)));
    const F far = Select(x < F(0), beyond, twice + twice_rest);
    return Select(is_near, near, far);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
