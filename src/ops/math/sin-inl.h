//   sin(x), cos(x)
//
// x is cut into quarters of a turn: of a whole number of them and a rest r, |r| <= pi / 4, the sine
// is sin(r), cos(r), -sin(r), -cos(r) in turn, and the cosine is the sine of a quarter more.

#if defined(OPENACLNN_OPS_SIN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SIN_INL_H_
#undef OPENACLNN_OPS_SIN_INL_H_
#else
#define OPENACLNN_OPS_SIN_INL_H_
#endif

#include <cmath>
#include <limits>

#include "formulas/far_quarters.h"
#include "formulas/float_layout.h"
#include "formulas/guarded-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/quarters-inl.h"
#include "formulas/scalar.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

namespace sin_internal {

// Up to here pi / 2 in parts is enough.
inline constexpr double kFar = 0x1p26;
inline constexpr float kFarForFloat = 6400;

// Doubles up to kFar: to 2^-70 of the rest.
template <class F>
OPENACLNN_INLINE Quarters<F> QuartersOfDouble(F x) {
  constexpr double kShift = FloatLayout<double>::kIntegerShift;
  const F shifted = Fma(x, F(0x1.45f306dc9c883p-1), F(kShift));
  const F n = shifted - F(kShift);
  const F first = Fnma(n, F(0x1.921fb54442d18p+0), x);  // exact
  const F second = n * F(0x1.1a62633145c07p-54);
  const F second_low = Fms(n, F(0x1.1a62633145c07p-54), second);
  const F rest = first - second;
  const F third = Fma(n, F(-0x1.f1976b7ed8fbcp-110), second_low);
  return {shifted, rest, ((first - rest) - second) - third};
}

// Floats up to kFarForFloat. The second part of pi / 2 has so few bits that its product is exact.
template <class F>
OPENACLNN_INLINE Quarters<F> QuartersOfFloat(F x) {
  constexpr float kShift = FloatLayout<float>::kIntegerShift;
  const F shifted = Fma(x, F(0x1.45f306p-1f), F(kShift));
  const F n = shifted - F(kShift);
  const F first = Fnma(n, F(0x1.921fb6p+0f), x);  // exact
  const F rest = Fma(n, F(0x1.778p-25f), first);
  const F left = Fma(n, F(0x1.778p-25f), first - rest);
  return {shifted, rest, Fnma(n, F(0x1.68c234p-39f), left)};
}

// The sine of `more` quarters and a double beyond kFar.
struct SinOfFar {
  double more;

  OPENACLNN_ON_DEVICE double operator()(double x) const {
    if (!(x - x == 0)) return std::numeric_limits<double>::quiet_NaN();
    const FarQuarters far = QuartersOf(x);
    const double shifted =
        FloatLayout<double>::kIntegerShift + static_cast<double>(far.quarters % 4) + more;
    return SinOf(Quarters<OneLane<double>>{shifted, far.rest, far.rest_low}).raw;
  }
};

template <class F>
OPENACLNN_INLINE F SinAndMore(F x, double more) {
  Quarters<F> quarters = QuartersOfDouble(x);
  quarters.shifted = quarters.shifted + F(more);
  const auto is_far = Not(Abs(x) <= F(kFar));
  return ComputeIf(is_far, x, SinOfFar{more}, SinOf(quarters));
}

// The same in float, to 0.95 ULP. The coefficients come from scripts/fit_float_coefficients.py.
template <class F>
OPENACLNN_INLINE F SinOfFloats(F shifted, F r, F r_low) {
  const F s = Fma(r, r, (r + r) * r_low);
  const F sin_tail =
      Horner(s, {-0.16666655242443085f, 0.008332187309861183f, -0.00019517907639965415f});
  const F sin = r + Fma(r * s, sin_tail, r_low);
  const F cos_tail =
      Horner(s, {-0.5f, 0.04166664555668831f, -0.0013887309469282627f, 2.4432336431345902e-05f});
  const F cos = Fma(s, cos_tail, F(1));
  return NegateIf(HasBit<1>(shifted), Select(HasBit<0>(shifted), cos, sin));
}

}  // namespace sin_internal

// Doubles: within 0.8 ULP. The coefficients come from scripts/fit_coefficients.py.
struct SinOfDoubles {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(x == F(0), x, sin_internal::SinAndMore(x, 0));
  }
};
struct CosOfDoubles {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return sin_internal::SinAndMore(x, 1);
  }
};

// Floats: within 0.95 ULP.
struct Sin {
  static constexpr int kCost = 220;  // picoseconds for an element in float, about

  OPENACLNN_ON_DEVICE SinOfDoubles ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const Quarters<F> quarters = sin_internal::QuartersOfFloat(x);
    const F sin = sin_internal::SinOfFloats(quarters.shifted, quarters.rest, quarters.rest_low);
    return Select(x == F(0), x, sin);
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F) const {
    return Abs(x) <= F(sin_internal::kFarForFloat);
  }
};
struct Cos {
  static constexpr int kCost = 220;

  OPENACLNN_ON_DEVICE CosOfDoubles ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const Quarters<F> quarters = sin_internal::QuartersOfFloat(x);
    return sin_internal::SinOfFloats(quarters.shifted + F(1), quarters.rest, quarters.rest_low);
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F) const {
    return Abs(x) <= F(sin_internal::kFarForFloat);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
