//   atan(x), and atan2(y, x): the angle of the point (x, y)
//
// The quotient of the smaller and the larger of two sizes, p / q, is the tangent of an angle of at
// most pi / 4. Beyond pi / 8 it is pi / 4 less what (q - p) / (q + p) is the tangent of. The other
// seven eighths of the plane are its mirror images.

#if defined(OPENACLNN_OPS_ATAN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ATAN_INL_H_
#undef OPENACLNN_OPS_ATAN_INL_H_
#else
#define OPENACLNN_OPS_ATAN_INL_H_
#endif

#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

namespace atan_internal {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kQuarterPi = 0x1.921fb54442d18p-1, kQuarterPiLow = 0x1.1a62633145c07p-55;

// An angle in eighths of a turn and what t is the tangent of, which is t + rest, in radians.
template <class F>
struct Eighths {
  F eighths, t, rest;
};

// The coefficients come from scripts/fit_coefficients.py: within 2^-56.
template <class F>
OPENACLNN_INLINE Eighths<F> EighthsOf(F p, F q, F least) {
  const auto is_beyond = p > q * F(0.41421356237309503);
  const F t = Select(is_beyond, p - q, p) / Select(is_beyond, p + q, q);
  const F z = Max(least, t * t);
  const F r = Polynomial(
      z, {-0.3333333333333323, 0.19999999999961274, -0.142857142808427, 0.11111110811476403,
          -0.09090898474207995, 0.07692071752113006, -0.06663224337384625, 0.0584870026424354,
          -0.050427177666919225, 0.03814609336141426, -0.017991622371671408});
  return {Select(is_beyond, F(1), F(0)), t, t * z * r};
}

// The angle in radians, or what is left of it to `eighths`.
template <class F>
OPENACLNN_INLINE F RadiansOf(const Eighths<F>& angle, F eighths, typename F::Mask is_left) {
  const F count = Select(is_left, eighths - angle.eighths, eighths + angle.eighths);
  const F high = count * F(kQuarterPi);
  const F low = Fma(count, F(kQuarterPiLow), Fms(count, F(kQuarterPi), high));
  return high + (NegateIf(is_left, angle.t) + (NegateIf(is_left, angle.rest) + low));
}

// The angle of (x, y). In place of t^2 at least `least` is taken, so that no quotient is a tie of
// 16-bit numbers that the angle is not.
template <class F>
OPENACLNN_INLINE F AngleOf(F y, F x, F least) {
  const F a = Abs(y), b = Abs(x);
  const auto is_steep = a > b;
  const F smaller = Select(is_steep, b, a), larger = Select(is_steep, a, b);
  // Two infinities are alike. No sum of the sizes may overflow.
  const auto are_infinite = smaller == F(kInfinity);
  const F scale = Select(larger > F(0x1p1000), F(0x1p-60), F(1));
  const F p = Select(are_infinite, F(1), smaller * scale);
  const F q = Select(Or(are_infinite, larger == F(0)), F(1), larger * scale);
  const Eighths<F> angle = EighthsOf(p, q, least);
  // To the left it is half a turn less the angle to the right.
  const auto is_left = CopySign(F(1), x) < F(0);
  const F eighths = Select(is_steep, F(2), Select(is_left, F(4), F(0)));
  const auto is_less = Or(And(is_steep, Not(is_left)), And(is_left, Not(is_steep)));
  const F radians = CopySign(RadiansOf(angle, eighths, is_less), y);
  return Select(Or(x != x, y != y), x + y, radians);
}

}  // namespace atan_internal

// Doubles: within 3 ULP.
struct Atan {
  using Compute = double;
  static constexpr int kCost = 900;  // picoseconds for an element in float, about

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    using namespace atan_internal;
    const F a = Abs(x);
    const auto is_steep = a > F(1);
    const Eighths<F> angle = EighthsOf(Select(is_steep, F(1), a), Select(is_steep, a, F(1)), F(0));
    const F radians = RadiansOf(angle, Select(is_steep, F(2), F(0)), is_steep);
    return Select(x != x, x, CopySign(radians, x));
  }
};

// Floats: within 0.501 ULP.
struct Atan2 {
  using Compute = double;
  static constexpr int kCost = 1100;

  template <class F>
  OPENACLNN_INLINE F operator()(F y, F x) const {
    return atan_internal::AngleOf(y, x, F(0x1p-50));
  }
};

// Doubles: within 3 ULP.
struct Atan2OfDoubles {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F y, F x) const {
    return atan_internal::AngleOf(y, x, F(0));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
