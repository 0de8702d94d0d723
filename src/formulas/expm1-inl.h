// e^t and e^t - 1 in double, for results that are rounded to float, and e^t - 1 as a factor of
// doubles. The coefficients come from scripts/fit_coefficients.py, those in float from
// scripts/fit_float_coefficients.py.

#if defined(OPENACLNN_FORMULAS_EXPM1_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_EXPM1_INL_H_
#undef OPENACLNN_FORMULAS_EXPM1_INL_H_
#else
#define OPENACLNN_FORMULAS_EXPM1_INL_H_
#endif

#include <limits>

#include "formulas/exp-inl.h"
#include "formulas/guarded-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// e^t for |t| < 2^260, within 2^-28.7; where |t| is above 700 it is e^700 or e^-700, so that no
// product with floats is 0 or finite that should not be. Infinite t give 0 and inf, NaN NaN.
template <class F>
OPENACLNN_INLINE F ExpForFloat(F t) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const F z = Min(F(700), Max(F(-700), AwayFromZero(t)));  // a NaN stays
  const F power = Exp2ForFloat(z * F(0x1.71547652b82fep+0));
  return ZeroIf(t == F(-kInfinity), Max(power, t));  // Max brings back inf
}

// e^t - 1 for |t| < 2^1000, within 2^-32; from t = 700 on it is that there, or t. Zeros, inf and
// NaN stay, -inf gives -1.
template <class F>
OPENACLNN_INLINE F Expm1ForFloat(F t) {
  const F z = Min(F(700), Max(F(-50), t));  // a NaN stays
  const F n = exp_internal::Nearest(z * F(0x1.71547652b82fep+0));
  const F r = Fnma(n, F(0x1.62e42fefa39efp-1), z);  // exact where n is 0
  // e^r - 1 = r (1 + r P(r))
  const F p = Polynomial(r, {0.5000000044166023, 0.16666666370595712, 0.04166636091420417,
                             0.008333389330094846, 0.0013940626833496576, 0.00019845901930375974});
  const F part = r * Fma(AwayFromZero(r), p, F(1));
  const F scale = PowerOfTwo(n);
  // No value is below t: Max brings back -0 and what the limits took from inf and NaN.
  return Max(Fma(scale, part, scale - F(1)), t);
}

// e^t - 1 in float for t up to 1, within 2^-21. Zeros and NaN stay.
template <class F>
OPENACLNN_INLINE F Expm1InFloat(F t) {
  const F z = Max(F(-20), t);  // a NaN stays
  constexpr float kShift = FloatLayout<float>::kIntegerShift;
  const F n = Fma(z, F(1.44269504f), F(kShift)) - F(kShift);
  const F r = Fnma(n, F(-1.904654323e-9f), Fnma(n, F(0.693147182f), z));  // exact where n is 0
  const F p = Horner(r, {0.4999999701976776f, 0.1666654497385025f, 0.04166746139526367f,
                         0.008366432040929794f, 0.0013868435053154826f});
  const F part = r * Fma(r, p, F(1));
  const F scale = PowerOfTwo(n);
  return Max(Fma(scale, part, scale - F(1)), t);  // Max brings back -0
}

// e^z as (1 + (part + part_low)) * 2^exponent, exponent a whole number.
template <class F>
struct ScaledExpm1 {
  F part;      // in (-0.30, 0.42)
  F part_low;  // below 2^-52 of it
  F exponent;  // z / ln(2) rounded
};

// e^(z + low) for |z| < 2000 and low at most 1 ULP of z. The error is below 2^-54 of the part.
template <class F>
OPENACLNN_INLINE ScaledExpm1<F> Expm1Scaled(F z, F low) {
  const ReducedExp<F> e = ExpReduced(z, low);
  const F part = e.r + e.tail;
  return {part, (e.r - part) + e.tail, e.exponent};
}

// x, but not so small next to another summand, unless it is 0, that the sum is rounded to that in
// double.
template <class F>
OPENACLNN_INLINE F RaisedBeside(F other, F x) {
  const F least = Min(F(0x1p900), Abs(other) * F(0x1p-50));  // finite
  return Select(x == F(0), x, NegateIf(x < F(0), Max(least, Abs(x))));
}

// a + b in double, within 2^-50: what would be a tie of 16-bit numbers except for the smaller of
// the two then rounds as it should.
template <class F>
OPENACLNN_INLINE F SumForHalves(F a, F b) {
  return RaisedBeside(b, a) + RaisedBeside(a, b);
}

// k (e^(t + low) - 1) in double for every t; low is at most half an ULP of t, and anything where t
// is not finite. Infinite and NaN t as above. Within 1.6 ULP where no result is subnormal.
template <class F>
OPENACLNN_INLINE F TimesExpm1(F k, F t, F low) {
  const F z = Min(F(1500), Max(F(-50), t));
  const ScaledExpm1<F> e = Expm1Scaled(z, ZeroIf(z != t, low));
  // At most 2^1000 of e^z goes into e^z - 1, which it then is; the rest is applied to the product
  // in two steps.
  const F inside = Min(F(1000), e.exponent);
  const F rest = e.exponent - inside;
  const F half = exp_internal::Nearest(rest * F(0.5));
  const F scale = PowerOfTwo(inside);
  const F whole = scale - F(1), part = e.part * scale;
  const F sum = whole + part;
  const F added = sum - whole;
  const F sum_low = (whole - (sum - added)) + (part - added);
  const F value = Max(sum + Fma(e.part_low, scale, sum_low), t);
  return k * value * PowerOfTwo(half) * PowerOfTwo(rest - half);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
