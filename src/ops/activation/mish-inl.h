//   mish(x)   = x tanh(log(1 + e^x))
//   its slope = t + x s (1 - t^2), t = tanh(log(1 + e^x)), s = 1 / (1 + e^-x)
//
// Both are ratios of polynomials in e = e^-|x|, so that nothing overflows and tails keep their
// digits.

#if defined(OPENACLNN_OPS_MISH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MISH_INL_H_
#undef OPENACLNN_OPS_MISH_INL_H_
#else
#define OPENACLNN_OPS_MISH_INL_H_
#endif

#include <limits>

#include "formulas/exp-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/sigmoid_in_float-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// In double for every value: within 2^-28 of the result before it is rounded.
struct MishExact {
  using Compute = double;

  // x (1 + 2e) / (1 + 2e + 2e^2), or to the left x (2e + e^2) / (2e + e^2 + 2).
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const auto left = x < F(0);
    const F a = Min(F(700), Abs(x));  // the rest of the tail is 0 in float; a NaN stays
    const F e = Exp2ForFloat(a * F(-0x1.71547652b82fep+0));
    const F numerator = Fma(Select(left, e, F(2)), e, Select(left, e + e, F(1)));
    const F rest = Select(left, F(2), e * (e + e));
    return x * (ZeroIf(x == F(-kInfinity), numerator) / (numerator + rest));
  }
};

// Floats: within 0.8 ULP.
struct Mish {
  static constexpr int kCost = 400;  // picoseconds for an element in float, about

  OPENACLNN_ON_DEVICE MishExact ExactForm() const { return {}; }

  // x (1 + 2E) / (1 + 2E + 2E^2) for E = e^-x on either side of 0.
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    constexpr StepsDown<8> kSteps(1);
    // So high that nothing becomes subnormal before the result does.
    constexpr float kUp = 256;
    const F v = Min(F(-kLowest), x);  // from there on the factor is 1; a NaN stays
    const F shifted = kSteps.Shifted(v);
    // E = power (1 + e)
    const F power = PowerOfEighths(shifted);
    const F e = RestOfEighths(shifted, kSteps.Rest(v));
    const F twice = power + power, change = power * e;
    const F larger = Max(F(1), twice), smaller = Min(F(1), twice);
    const F n = larger + smaller;
    const F n_low = Fma(twice, e, smaller - (n - larger));
    const F square = twice * power;
    const F square_low =
        Fma(change, (twice + twice) + (change + change), Fms(twice, power, square));
    const F most = Max(n, square), least = Min(n, square);
    const F d = most + least;
    const F d_low = ((least - (d - most)) + n_low) + square_low;
    // So much less that the residual is positive, and -0 stays.
    const F reciprocal = F(1 - 0x1p-21f) / (d + d_low);
    const F quotient = (n + n_low) * reciprocal;
    const F residual = Fnma(quotient, d_low, Fnma(quotient, d, n) + n_low);
    const F y = x * F(kUp);
    return Fma(y, quotient, y * (residual * reciprocal)) * F(1 / kUp);
  }
  // False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F value) const {
    return Fma(value, F(0), x) >= F(kLowest);
  }

  static constexpr float kLowest = -40;  // the squares are floats
};

// For the 16-bit types, in float: within 4 of its ULPs before the value is rounded to them.
struct MishOfHalves {
  static constexpr int kErrorUlps = 8;

  OPENACLNN_ON_DEVICE MishExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    constexpr StepsDown<1> kSteps(1);
    const auto left = x < F(0);
    const F a = Min(F(kLargest), Abs(x));
    const F e = Exp2InFloat(kSteps.Shifted(a), kSteps.Rest(a));
    const F numerator = Fma(Select(left, e, F(2)), e, Select(left, e + e, F(1)));
    const F rest = Select(left, F(2), e * (e + e));
    return x * (numerator / (numerator + rest));
  }
  // False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F value) const {
    return Fma(value, F(0), x) >= F(-kLargest);
  }

  static constexpr float kLargest = 86;
};

// Floats, in double: within 1 ULP.
struct MishBackward {
  using Compute = double;
  static constexpr int kCost = 800;

  // (1 + 4e + (4x + 6) e^2 + (4x + 4) e^3) / (1 + 2e + 2e^2)^2, or to the left
  // e (4x + 4 + (4x + 6) e + 4e^2 + e^3) / (2 + 2e + e^2)^2, which cancels only beside its zero at
  // -1.19243121; double leaves enough of it for every float.
  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const auto left = x < F(0);
    const F v = Max(F(-700), Min(F(700), x));  // beyond, only signs count; a NaN stays
    // Of 2^f for |f| <= 1/2 within 2^-28.7, and within 2^-53 at the f of the zero,
    // 0.27968540021729134.
    constexpr double kExp2[] = {1.0,
                                0.6931472095338608,
                                0.24022651783605992,
                                0.055503284485152356,
                                0.009618096219883633,
                                0.0013399332863783114,
                                0.0001542737947816376};
    const F e = ExpForFloat(-Abs(v), kExp2);
    const F outer = Fma(v, F(4), F(4)), inner = Fma(v, F(4), F(6));
    const F c[] = {Select(left, outer, F(1)), Select(left, inner, F(4)), Select(left, F(4), inner),
                   Select(left, F(1), outer)};
    const F numerator = Fma(Fma(Fma(c[3], e, c[2]), e, c[1]), e, c[0]);
    const F denominator = Fma(Fma(Select(left, F(1), F(2)), e, F(2)), e, Select(left, F(2), F(1)));
    const F factor = Select(left, e, F(1)) * numerator / (denominator * denominator);
    return grad * ZeroIf(x == F(-kInfinity), factor);
  }
};

// For the 16-bit types, in float: within 30 of its ULPs before the value is rounded to them, far
// from the zero within 7.
struct MishBackwardOfHalves {
  static constexpr int kErrorUlps = 48;

  OPENACLNN_ON_DEVICE MishBackward ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    constexpr StepsDown<1> kSteps(1);
    const auto left = x < F(0);
    const F v = Max(F(-kLargest), Min(F(kLargest), x));
    const F a = Abs(v);
    const F e = Exp2InFloat(kSteps.Shifted(a), kSteps.Rest(a));
    const F outer = Fma(v, F(4), F(4)), inner = Fma(v, F(4), F(6));
    const F c[] = {Select(left, outer, F(1)), Select(left, inner, F(4)), Select(left, F(4), inner),
                   Select(left, F(1), outer)};
    const F numerator = Fma(Fma(Fma(c[3], e, c[2]), e, c[1]), e, c[0]);
    const F denominator = Fma(Fma(Select(left, F(1), F(2)), e, F(2)), e, Select(left, F(2), F(1)));
    return grad * (Select(left, e, F(1)) * (numerator / (denominator * denominator)));
  }
  // Not beside the zero. False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F x, F value) const {
    return And(Fma(value, F(0), x) >= F(-kLargest), Abs(x + F(1.1924312f)) > F(0.01f));
  }

  static constexpr float kLargest = 80;
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
