// Exponentials, in double and in float. The coefficients come from scripts/fit_coefficients.py.

#if defined(OPENACLNN_FORMULAS_EXP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_EXP_INL_H_
#undef OPENACLNN_FORMULAS_EXP_INL_H_
#else
#define OPENACLNN_FORMULAS_EXP_INL_H_
#endif

#include <cstddef>

#include "formulas/float_layout.h"
#include "formulas/polynomial-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

namespace exp_internal {

inline constexpr double kIntegerShift = FloatLayout<double>::kIntegerShift;

// The whole number nearest to y.
template <class F>
OPENACLNN_INLINE F Nearest(F y) {
  return (y + F(kIntegerShift)) - F(kIntegerShift);
}

// 2^f for |f| <= 1/2. The relative error is below 2^-28.8, 0.04 ULP of a float, and below 2^-53 at
// f = 0.22381897112048476, where the derivative of gelu by tanh has its root.
template <class F>
OPENACLNN_INLINE F FractionExp2ForFloat(F f) {
  return Horner(f, {1.0, 0.6931472065319115, 0.24022650061626433, 0.05550330336081415,
                    0.009618249809453108, 0.001339909490082657, 0.00015393710192538362});
}

}  // namespace exp_internal

// 2^y for y in [-1022, 1023].
template <class F>
OPENACLNN_INLINE F Exp2ForFloat(F y) {
  const F n = exp_internal::Nearest(y);
  return AddToExponent(exp_internal::FractionExp2ForFloat(y - n), n);
}

// 2^-(a b), the product not rounded, for a b in [-1023, 1022].
template <class F>
OPENACLNN_INLINE F Exp2OfMinusProductForFloat(F a, F b) {
  const F n = Fnma(a, b, F(exp_internal::kIntegerShift)) - F(exp_internal::kIntegerShift);
  return AddToExponent(exp_internal::FractionExp2ForFloat(Fnms(a, b, n)), n);
}

// e^v for |v| < 709 from the coefficients of 2^f, |f| <= 1/2; so f is right to 2^-53.
template <class F, size_t n>
OPENACLNN_INLINE F ExpForFloat(F v, const double (&coefficients)[n]) {
  constexpr double kOctaves = 0x1.71547652b82fep+0;  // 1 / ln(2)
  const F count =
      Fma(v, F(kOctaves), F(exp_internal::kIntegerShift)) - F(exp_internal::kIntegerShift);
  return AddToExponent(Horner(Fms(v, F(kOctaves), count), coefficients), count);
}

// 2^(n + f) in float, given z = n + kIntegerShift, for n in [-126, 127] and |f| <= 1/2. The
// relative error is below 2^-22.8.
template <class F>
OPENACLNN_INLINE F Exp2InFloat(F z, F f) {
  const F power =
      Horner(f, {1.0f, 0.6931471824645996f, 0.24022647738456726f, 0.055503591895103455f,
                 0.009618498384952545f, 0.001339118811301887f, 0.00015329993038903922f});
  return AddShifted<FloatLayout<float>::kFractionBits>(power, z);
}

// e^z as (1 + (r + tail)) * 2^exponent, exponent a whole number.
template <class F>
struct ReducedExp {
  F r, tail;   // |r| < 0.35; the tail is r^2 / 2 and so on
  F exponent;  // z / ln(2) rounded
};

// e^(z + low) for |z| < 2000 and low at most 1 ULP of z. The error is below 2^-54 of r.
template <class F>
OPENACLNN_INLINE ReducedExp<F> ExpReduced(F z, F low) {
  // z + low = n ln(2) + r + r_low with ln(2) in two parts. The first step is exact: where n is not
  // 0, z and the product are multiples of 2^-54 and their difference is below 1/2.
  const F n = Fma(z, F(0x1.71547652b82fep+0), F(exp_internal::kIntegerShift)) -
              F(exp_internal::kIntegerShift);
  const F exact = Fma(n, F(-0x1.62e42fefa39efp-1), z);
  const F correction = Fma(n, F(-0x1.abc9e3b39803fp-56), low);
  const F r = exact + correction;
  const F r_low = (exact - r) + correction;
  // e^(r + r_low) = 1 + (r + (r_low + r^2 P(r))), less r_low (e^r - 1), below 2^-55
  const F p = Polynomial(r, {0.5, 0.16666666666666682, 0.041666666666666095, 0.008333333333317016,
                             0.0013888888889115934, 0.00019841269896423255, 2.4801586926232278e-05,
                             2.755723482717925e-06, 2.755758208348723e-07, 2.5112047757338543e-08,
                             2.0826577304048982e-09});
  return {r, Fma(r * r, p, r_low), n};
}

// e^z as (power + power_low) * 2^exponent, exponent a whole number.
template <class F>
struct ScaledExp {
  F power;      // in (0.70, 1.42)
  F power_low;  // below 2^-52
  F exponent;   // z / ln(2) rounded
};

// e^(z + low), as above. The relative error is below 2^-55.
template <class F>
OPENACLNN_INLINE ScaledExp<F> ExpScaled(F z, F low) {
  const ReducedExp<F> e = ExpReduced(z, low);
  const F sum = e.r + e.tail;
  const F sum_low = (e.r - sum) + e.tail;
  const F power = F(1) + sum;
  return {power, ((F(1) - power) + sum) + sum_low, e.exponent};
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
