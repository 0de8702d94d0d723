//   gelu(x)   = x Phi(x), or its approximation by tanh, x s(w(x)) with s(t) = 1 / (1 + e^-t) and
//               w(x) = 2 sqrt(2 / pi) (x + 0.044715 x^3)
//   gradInput = grad * gelu'(x)
//
// Phi and both derivatives h satisfy h(-x) = 1 - h(x): h(x) is the tail h(-a), a = |x|, or 1 less
// it. They are computed without cancellation and rounded once, together with the product.
// Coefficients of the forms in float come from scripts/fit_float_coefficients.py.

#if defined(OPENACLNN_OPS_GELU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_GELU_INL_H_
#undef OPENACLNN_OPS_GELU_INL_H_
#else
#define OPENACLNN_OPS_GELU_INL_H_
#endif

#include <cstddef>
#include <limits>

#include "formulas/exp-inl.h"
#include "formulas/float_layout.h"
#include "formulas/guarded-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/piecewise-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/sigmoid-inl.h"
#include "formulas/sigmoid_in_float-inl.h"
#include "formulas/target.h"
#include "formulas/times_sum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

namespace gelu_internal {

// |x|, but no more than a limit. To the left the rest of the tail is 0 in float whatever grad is,
// even the product of two floats. To the right the tail is below 2^-44 of the result, but not lost
// near 1: products are then no ties where the exact ones are none.
struct Limits {
  double left, right;
};
inline constexpr Limits kErfLimits = {26, 8}, kTanhLimits = {20, 7};
template <class F>
OPENACLNN_INLINE F Size(F x, Limits limits) {
  const auto is_right = And(x > F(0), x < F(std::numeric_limits<double>::infinity()));
  return Min(Select(is_right, F(limits.right), F(limits.left)), Abs(x));  // a NaN stays
}

// grad * h(x) from the tail, given as a fraction and a factor.
template <class F>
OPENACLNN_INLINE F FromTail(F grad, F x, F factor, F numerator, F denominator) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const F tail = ZeroIf(x == F(-kInfinity), factor * numerator);
  return grad * (Select(x < F(0), tail, denominator - tail) / denominator);
}

// A root of h, as units of 2^-24 less which it is: kHigh is so even that v + kHigh is exact, except
// for small v.
struct ErfRoot {  // 0.75179152469..., 12612968.7967532647
  static constexpr float kHigh = 12612968 * 0x1p-24f;
  static constexpr float kMiddle = 0.7967532873f * 0x1p-24f;
  static constexpr float kLow = -2.2603e-8f * 0x1p-24f;
};
struct TanhRoot {  // 0.75246142207..., 12624207.8097526071
  static constexpr float kHigh = 12624208 * 0x1p-24f;
  static constexpr float kMiddle = -0.1902473929f * 0x1p-24f;
  static constexpr float kLow = -6.1979e-9f * 0x1p-24f;
};

// What the floats' factors are scaled by, so that nothing becomes subnormal before the result does.
inline constexpr float kUp = 0x1p8f;

// The polynomial in v - centers[i] whose coefficients are column i of c.
template <class F, size_t n>
OPENACLNN_INLINE F PolynomialOf(F i, F v, const float (&centers)[8], const float (&c)[n][8]) {
  return PiecewiseHorner(i, v - LookUp(i, centers), c);
}

// kUp h(v) as high + low; low is up to a sixth of high. The slope at x is h(v), or 1 - h(v) where x
// is mirrored.
template <class F>
struct SlopeTail {
  typename F::Mask mirrored;
  F high, low;
};

// For h(v) = (root + v) H 2^((n + r) / 8), z = n + FloatLayout::kIntegerShift and |r| < 1.6.
template <class Root, class F>
OPENACLNN_INLINE SlopeTail<F> FromExponent(typename F::Mask mirrored, F v, F z, F r) {
  // 2^(r / 8) = 1 + e
  const F e = r * Horner(r, {0.08664339780807495f, 0.0037535391747951508f, 0.00010840561299119145f,
                             2.3487973521696404e-06f, 4.120642316252088e-08f});
  // H 2^(k/8) kUp, H such that these are floats to 2^-28; their bits less k / 8 of an octave, which
  // AddShifted adds.
  static constexpr float kPowers[8] = {0x1.4b2404p+7f, 0x1.491c8ap+7f, 0x1.49cb7cp+7f,
                                       0x1.4d6fb4p+7f, 0x1.544dbcp+7f, 0x1.5eb052p+7f,
                                       0x1.56747cp+7f, 0x1.4fa848p+7f};
  const F power = AddShifted<20>(LookUp(z, kPowers), z);
  const F from_high = v + F(Root::kHigh);
  const F rest = (v - (from_high - F(Root::kHigh))) + F(Root::kMiddle);
  const F high = Fma(from_high, power, rest * power);
  const F high_low = Fma(power, F(Root::kLow), Fma(rest, power, Fms(from_high, power, high)));
  return {mirrored, high, Fma(high, e, high_low)};
}

// grad times the slope, rounded once.
template <class F>
OPENACLNN_INLINE F TimesSlope(F grad, const SlopeTail<F>& tail) {
  // Where grad is 0, the zero that leaves the other summand its sign.
  const F grad_low = Select(grad == F(0), ZeroIf(tail.mirrored, F(-0.0f)), grad * tail.low);
  const F product = Fma(grad, tail.high, grad_low) * F(1 / kUp);
  return Select(tail.mirrored, grad - product, product);
}

// kUp times the slope, its low part at most half an ULP.
template <class F>
OPENACLNN_INLINE Sum<F> SlopeOf(const SlopeTail<F>& tail) {
  const F above = F(kUp) - tail.high;
  const F above_low = ((F(kUp) - above) - tail.high) - tail.low;
  const F high = Select(tail.mirrored, above, tail.high);
  const F low = Select(tail.mirrored, above_low, tail.low);
  const F sum = high + low;
  return {sum, low - (sum - high)};
}

}  // namespace gelu_internal

// x Phi(x), Phi the normal distribution, in double for every value: within 2^-28 of the result
// before it is rounded.
struct GeluErfExact {
  using Compute = double;
  static constexpr int kCost = 800;

  // The tail is Phi(-a) = e^(-a^2/2) P(b) / Q(b), e^(-a^2/2) = 2^(-b^2). P / Q is fitted to 2^-31
  // up to a = 20, and within 2^-28 up to 24, past which not even products of two floats make the
  // tail count, and Phi(0) is 1/2 exactly.
  template <class F>
  OPENACLNN_INLINE F operator()(F self) const {
    const F x = AwayFromZero(self);
    const F b = gelu_internal::Size(x, gelu_internal::kErfLimits) * F(0.8493218002880191);
    const F p = Horner(b, {0.5, 0.6086858953476311, 0.3591275461493327, 0.12231074885845081,
                           0.023964284609727333, 0.00221064408480502});
    const F q = Horner(b, {1.0, 2.1568090517227203, 2.0512950456903747, 1.1108085303340405,
                           0.3656923040111826, 0.07072626461744677, 0.006524341977836191});
    return gelu_internal::FromTail(self, x, Exp2OfMinusProductForFloat(b, b), p, q);
  }
};

// The same for floats in float: within 0.9 ULP.
struct GeluErf {
  static constexpr int kCost = 400;  // picoseconds for an element in float, about

  OPENACLNN_ON_DEVICE GeluErfExact ExactForm() const { return {}; }

  // The tail, v Phi(v) for v = -|x|; to the right the result is x more. Where x is so small that
  // results are subnormal, Phi is 1/2 exactly.
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F v = Max(F(kLowest), -Abs(x));
    const Tail<F> phi = PhiOf(v);
    const F tail = Fma(v, phi.power, v * phi.power * phi.rest);
    return Max(F(-0.0f), x) + tail;  // a tail that is -0 stays
  }
  // False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F value) const {
    return Fma(value, F(0), x) >= F(kLowest);
  }

  // Phi(x).
  template <class F>
  static OPENACLNN_INLINE Sum<F> Factor(F x) {
    const Tail<F> phi = PhiOf(Max(F(kLowest), -Abs(x)));
    const F low = phi.power * phi.rest;
    const F above = F(1) - phi.power;
    const auto is_right = x > F(0);
    return {Select(is_right, above, phi.power),
            Select(is_right, ((F(1) - above) - phi.power) - low, low)};
  }

  static constexpr float kLowest = -8.75f;

 private:
  template <class F>
  struct Tail {  // power (1 + rest)
    F power, rest;
  };
  // Phi(v) = 2^((v (k1 + k2 v) + l(v)) / 8) / 2 for v <= 0, l a polynomial of degree 5 in each of
  // eight intervals.
  template <class F>
  static OPENACLNN_INLINE Tail<F> PhiOf(F v) {
    // Such that l is small; k1 of so few bits that a sum with it is exact less it.
    constexpr float k1 = 7.0625f, k2 = -5.356249809265137f;
    // Centers of the intervals of v that end at -7.102, -5.594, -4.368, -3.308, -2.360, -1.496,
    // -0.695, 0.
    static constexpr float kCenters[8] = {
        -7.926049709320068f,  -6.347954750061035f,  -4.980813026428223f,  -3.8377649784088135f,
        -2.8339579105377197f, -1.9278901815414429f, -1.0954281091690063f, 0.0f};
    // FloatLayout::kIntegerShift and a whole part of l.
    static constexpr float kShifts[8] = {12582915, 12582916, 12582915, 12582914,
                                         12582913, 12582912, 12582911, 12582912};
    static constexpr float kL[6][8] = {
        {0.2602665424346924f, -0.07852888107299805f, 0.3304031789302826f, 0.1892520636320114f,
         -0.08681023120880127f, -0.19163034856319427f, 0.19345007836818695f, 0.0f},
        {0.9217848181724548f, -0.0622226744890213f, -0.7732931971549988f, -1.1867166757583618f,
         -1.305179238319397f, -1.0597525835037231f, -0.30671262741088867f, 2.1463377475738525f},
        {-0.3304433822631836f, -0.28911423683166504f, -0.2246449589729309f, -0.12772952020168304f,
         0.024368250742554665f, 0.2702442705631256f, 0.6720616817474365f, 1.6825625896453857f},
        {0.006492150016129017f, 0.011602253653109074f, 0.021012671291828156f, 0.03747963532805443f,
         0.06695782393217087f, 0.1197921633720398f, 0.21081939339637756f, 0.4201081097126007f},
        {0.000553531339392066f, 0.001172609394416213f, 0.0024939782451838255f,
         0.005127328913658857f, 0.010327831842005253f, 0.020088788121938705f, 0.035909831523895264f,
         0.05751029774546623f},
        {4.8368201532866806e-05f, 0.00012090630480088294f, 0.00029682007152587175f,
         0.000685069418977946f, 0.0014982669381424785f, 0.00294987834058702f, 0.004571002442389727f,
         0.0030933774542063475f}};
    const F y = Fma(v, F(0.23628999292850494f), F(2.902899980545044f));
    const F i = Fma(y, y, F(FloatLayout<float>::kIntegerShift - 1));  // the interval
    const F l = gelu_internal::PolynomialOf(i, v, kCenters, kL);
    const F shift = LookUp(i, kShifts);
    const F u = Fma(v, F(k2), F(k1));
    const F u_low = Fma(v, F(k2), F(k1) - u);
    const F z = Fma(v, u, shift);
    const F r = Fma(v, u_low, Fms(v, u, z - shift)) + l;
    const F power = PowerOfEighths<1>(z);
    const F e = Fma(r,
                    Horner(r, {0.08664339780807495f, 0.00375353847630322f, 0.00010840608592843637f,
                               2.3496997982874746e-06f, 4.082964011331569e-08f}),
                    LackOfEighths(z));
    return {power, e};
  }
};

// For the 16-bit types, whose squares are floats.
struct GeluErfOfHalves {
  static constexpr int kErrorUlps = 20;
  static constexpr int kFloat16Ulps = 1;

  OPENACLNN_ON_DEVICE GeluErfExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return x * Factor(x);
  }
  // False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F value) const {
    return Fma(value, F(0), x) >= F(kLowest);
  }
  template <class F, class... In>
  static OPENACLNN_INLINE Everywhere CoversFinite(F, In...) {
    return {};
  }

  // Phi(x).
  template <class F>
  static OPENACLNN_INLINE F Factor(F x, F least = F(0x1p-20f)) {
    constexpr float kShift = FloatLayout<float>::kIntegerShift;
    constexpr float kOctaves = 0.72134752044f;  // 1 / (2 ln(2))
    // Not less than what keeps x / 2 from a tie of subnormal numbers.
    const F a = Min(F(13.2f), Max(least, Abs(x)));
    const F s = a * a;
    const F z = Fnma(s, F(kOctaves), F(kShift));
    const F power = Exp2InFloat(z, Fnms(s, F(kOctaves), z - F(kShift)));
    const F b = a * F(0.84932180029f);
    const F p = Horner(
        b, {0.5f, 0.6086858953f, 0.35912754615f, 0.12231074885f, 0.02396428461f, 0.0022106440848f});
    const F q = Horner(b, {1.0f, 2.1568090517f, 2.0512950457f, 1.1108085303f, 0.365692304f,
                           0.070726264614f, 0.006524341978f});
    const F tail = power * (p / q);
    return Select(x < F(0), tail, F(1) - tail);
  }

  static constexpr float kLowest = -13.1f;
};

// BFLOAT16, correctly rounded: tried for all numbers, none is near a tie.
struct GeluErfOfBfloat16 : GeluErfOfHalves {
  static constexpr int kErrorUlps = 0;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return x * this->Factor(x, F(0x1p-15f));  // as far from 1/2 as subnormal products ask for
  }
};

// x s(w(x)), in double for every value: within 2^-28 of the result before it is rounded.
struct GeluTanhExact {
  using Compute = double;
  static constexpr int kCost = 700;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F w = x * Fma(x * x, F(0.0713548162726002), F(1.5957691216057308));
    return TimesSigmoidForFloat(x, Min(F(34), AwayFromZero(w)));  // from 34 on s is 1 - 2^-49
  }
};

// The same for floats in float: within 0.83 ULP.
struct GeluTanh {
  static constexpr int kCost = 300;

  // As SwishOfFloats.
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    constexpr int kUp = 36;
    const F v = Max(F(-10.9f), x);  // below it the value is -0, too; a NaN stays
    const F value = Times(v, SigmoidOfW<kUp>(v));
    // x * 0 makes the value NaN for -inf.
    return Select(x > F(kLargest), x, Fma(value, F(1.0f / (1ull << kUp)), x * F(0)));
  }

  // s(w(x)) from kLowest on.
  template <class F>
  static OPENACLNN_INLINE Sum<F> Factor(F x) {
    const auto [quotient, residual] = SigmoidOfW<0>(Min(F(kLargest), x));
    return {quotient, quotient * residual};
  }

  static constexpr float kLowest = -9;

 private:
  static constexpr float kLargest = 8.5f;  // from there on s is 1

  // 2^kUp s(w(v))
  template <int kUp, class F>
  static OPENACLNN_INLINE CorrectedQuotient<F> SigmoidOfW(F v) {
    // w(v) / v = k1 + k3 v^2 in quarters of an octave; k1 of so few bits that a sum with it is
    // exact less it.
    constexpr float kShift = FloatLayout<float>::kIntegerShift;
    constexpr double kLinear = 4 * 2.3022081981443248, kCubic = 4 * 0.1029432395800235;
    constexpr float k1 = 9.208984375f, k3 = static_cast<float>(kCubic);
    constexpr float k1_low = static_cast<float>(kLinear - k1);
    constexpr float k3_low = static_cast<float>(kCubic - k3);
    const F square = v * v, square_low = Fms(v, v, square);
    const F y = Fma(square, F(k3), F(k1));
    const F y_low =
        Fma(square, F(k3), F(k1) - y) + Fma(square_low, F(k3), Fma(square, F(k3_low), F(k1_low)));
    const F shifted = Fnma(v, y, F(kShift));
    const F rest = Fnma(v, y_low, Fnms(v, y, shifted - F(kShift)));
    return SigmoidOfSteps<kUp>(shifted, rest);
  }
};

// For the 16-bit types.
struct GeluTanhOfHalves {
  static constexpr int kErrorUlps = 64;
  static constexpr int kFloat16Ulps = 1;

  OPENACLNN_ON_DEVICE GeluTanhExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return x * Factor(x);
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F value) const {
    return Fma(value, F(0), x) >= F(kLowest);
  }
  template <class F, class... In>
  static OPENACLNN_INLINE Everywhere CoversFinite(F, In...) {
    return {};
  }

  // s(w(x)).
  template <class F>
  static OPENACLNN_INLINE F Factor(F x, F least = F(0x1p-20f)) {
    constexpr float kShift = FloatLayout<float>::kIntegerShift;
    const F a = Min(F(10), Max(least, Abs(x)));  // as in GeluErfOfHalves
    const F y = Fma(a * a, F(0.10294324f), F(2.3022082f));
    const F z = Fnma(a, y, F(kShift));
    const F e = Exp2InFloat(z, Fnms(a, y, z - F(kShift)));
    return Select(x < F(0), e, F(1)) / (F(1) + e);
  }

  static constexpr float kLowest = -9.9f;
};

// BFLOAT16, correctly rounded: tried for all numbers, none is near a tie.
struct GeluTanhOfBfloat16 : GeluTanhOfHalves {
  static constexpr int kErrorUlps = 0;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return x * this->Factor(x, F(0x1p-15f));  // as far from 1/2 as subnormal products ask for
  }
};

// h(x) = Phi(x) + x phi(x), the normal distribution and its density, in double for every value:
// within 2^-28 of the result before it is rounded.
struct GeluBackwardErfExact {
  using Compute = double;

  // The tail is h(-a) = (1 - Phi(a)) - a phi(a) = e^(-a^2/2) (root - a) P(b) / Q(b), where root is
  // its only zero, so that nothing cancels, and e^(-a^2/2) = 2^(-b^2). P / Q is fitted to 2^-31 up
  // to a = 20, and within 2^-28 up to 24, past which not even products of two floats make the tail
  // count, and h(0) is 1/2 exactly.
  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F self) const {
    const F x = AwayFromZero(self);
    const F a = gelu_internal::Size(x, gelu_internal::kErfLimits);
    const F b = a * F(0.8493218002880191);
    const F p = Horner(b, {0.6650779951314343, 1.0280577054607445, 0.725929396999414,
                           0.2841010466075557, 0.061655852640709774, 0.006032397943336036});
    const F q = Horner(b, {1.0, 1.8585057203124016, 1.4693558767700248, 0.6243680322145171,
                           0.14489313729154088, 0.015120982938754636});
    const F root = 0.7517915246935645;
    return gelu_internal::FromTail(grad, x, Exp2OfMinusProductForFloat(b, b), (root - a) * p, q);
  }
};

// The same for floats in float: within 0.96 ULP.
struct GeluBackwardErf {
  static constexpr int kCost = 530;  // picoseconds for an element in float, about

  OPENACLNN_ON_DEVICE GeluBackwardErfExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return gelu_internal::TimesSlope(grad, Tail(x));
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F x, F value) const {
    // False for NaN, and for infinite values, whose product with 0 is NaN.
    return Fma(value, F(0), x) >= F(kLowest);
  }

  // h(v) = e^(-v^2/2) (root + v) R(v) for v = -|x|, but v = x up to 1/4, where 1 - h(v) rounds
  // less. R goes into the exponent as l = 8 log2(R / H), a polynomial of degree 5 in each of eight
  // intervals.
  template <class F>
  static OPENACLNN_INLINE gelu_internal::SlopeTail<F> Tail(F x) {
    constexpr float kSteps = 5.770780086517334f;  // 4 / ln(2); the polynomials have the rest
    // Centers of the intervals of v that end at -6.494, -4.776, -3.593, -2.631, -1.799, -1.056,
    // -0.378, 0.25.
    static constexpr float kCenters[8] = {
        -7.6222004890441895f, -5.6351470947265625f, -4.184296607971191f,  -3.1118288040161133f,
        -2.215153932571411f,  -1.4277074337005615f, -0.7169339060783386f, -0.06390136480331421f};
    // FloatLayout::kIntegerShift and a whole part of l.
    static constexpr float kShifts[8] = {12582907, 12582908, 12582908, 12582908,
                                         12582909, 12582910, 12582911, 12582912};
    static constexpr float kL[6][8] = {
        {0.42502638697624207f, -0.28220921754837036f, 0.06508203595876694f, 0.46478062868118286f,
         -0.02558828331530094f, -0.33525556325912476f, -0.3491935133934021f, 0.13160254061222076f},
        {0.1143667921423912f, 0.18963591754436493f, 0.3017738461494446f, 0.45956099033355713f,
         0.7013095617294312f, 1.0919605493545532f, 1.7522727251052856f, 2.906510829925537f},
        {0.012918529100716114f, 0.02728470414876938f, 0.05389896407723427f, 0.09907524287700653f,
         0.18081985414028168f, 0.3346095085144043f, 0.6315165758132935f, 1.2044450044631958f},
        {0.0014431615127250552f, 0.003854278940707445f, 0.009350564330816269f,
         0.020457429811358452f, 0.043783001601696014f, 0.09361448138952255f, 0.19936735928058624f,
         0.4104669988155365f},
        {0.00016310666978824884f, 0.0005452275509014726f, 0.0015968516236171126f,
         0.004092125222086906f, 0.010062209330499172f, 0.024114174768328667f, 0.05518808215856552f,
         0.11211572587490082f},
        {1.7929576642927714e-05f, 7.416756852762774e-05f, 0.0002620205923449248f,
         0.0007753709796816111f, 0.0021442570723593235f, 0.005557387601584196f,
         0.012779497541487217f, 0.021522093564271927f}};
    const auto mirrored = x > F(0.25f);
    const F v = Max(F(kLowest), NegateIf(mirrored, x));
    const F y = Fma(v, F(0.30121365189552307f), F(2.663309097290039f));
    const F i = Fma(y, y, F(FloatLayout<float>::kIntegerShift));  // the interval
    const F l = gelu_internal::PolynomialOf(i, v, kCenters, kL);
    const F shift = LookUp(i, kShifts);
    const F s = v * v;
    const F s_low = Fms(v, v, s);
    const F z = Fnma(s, F(kSteps), shift);
    const F r = Fnma(s_low, F(kSteps), Fnms(s, F(kSteps), z - shift)) + l;
    return gelu_internal::FromExponent<gelu_internal::ErfRoot>(mirrored, v, z, r);
  }

  static constexpr float kLowest = -8.75f;
};

// For the 16-bit types: the relative error is below 2^-20.7 before the value is rounded to them.
struct GeluBackwardErfOfHalves {
  static constexpr int kErrorUlps = 20;

  OPENACLNN_ON_DEVICE GeluBackwardErfExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    constexpr float kShift = FloatLayout<float>::kIntegerShift;
    constexpr float kOctaves = 0.72134752044f;  // 1 / (2 ln(2))
    const auto mirrored = x > F(0.25f);
    const F v = Max(F(-13.2f), NegateIf(mirrored, x));
    const F s = v * v;
    const F z = Fnma(s, F(kOctaves), F(kShift));
    const F power = Exp2InFloat(z, Fnms(s, F(kOctaves), z - F(kShift)));
    const F d = (v + F(gelu_internal::ErfRoot::kHigh)) + F(gelu_internal::ErfRoot::kMiddle);
    const F p = Horner(v, {0.6650779843330383f, -0.7358108758926392f, 0.3605082631111145f,
                           -0.08856459707021713f, 0.009266369976103306f});
    const F q = Horner(v, {1.0f, -1.371966004371643f, 0.7597724795341492f, -0.2045479416847229f,
                           0.023227084428071976f});
    const F h = power * d * (p / q);
    return grad * Select(mirrored, F(1) - h, h);
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F x, F value) const {
    return Fma(value, F(0), x) >= F(-13.1f);
  }
  template <class F>
  static OPENACLNN_INLINE AtLeast<F> CoversFinite(F, F x, F) {
    return {x, F(-13.1f)};
  }
};

// h(x) = s + x s (1 - s) w'(x), s = sigmoid(w(x)), w(x) = 2 sqrt(2 / pi) (x + 0.044715 x^3), in
// double for every value.
struct GeluBackwardTanhExact {
  using Compute = double;

  // With e = e^-w(a) the tail is h(-a) = e (1 + e - a w'(a)) / (1 + e)^2. The middle factor has a
  // zero at 0.75246142, where the exponential has none but rounding errors; the float nearest to it
  // is 2^-26.4 away, where the factor is 2^-25.1 and is left right to 2^-27.
  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F self) const {
    const F x = AwayFromZero(self);
    const F a = gelu_internal::Size(x, gelu_internal::kTanhLimits);
    const F square = a * a;
    const F y = Fma(square, F(0.1029432395800235), F(2.3022081981443248));       // w(a) / (a ln(2))
    const F slope = Fma(square, F(0.21406444881780073), F(1.5957691216057308));  // w'(a)
    const F e = Exp2OfMinusProductForFloat(a, y);
    const F sum = F(1) + e;
    return gelu_internal::FromTail(grad, x, e, Fnma(a, slope, sum), sum * sum);
  }
};

// The same for floats in float: within 0.98 ULP.
struct GeluBackwardTanh {
  static constexpr int kCost = 580;

  OPENACLNN_ON_DEVICE GeluBackwardTanhExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return gelu_internal::TimesSlope(grad, Tail(x));
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F x, F value) const {
    return Fma(value, F(0), x) >= F(kLowest);  // as the erf form's
  }

  // As the erf form, h(v) = 2^(v (k1 + k2 v + k3 v^2) / 8) (root + v) R(v), where k1 and k3 are
  // such that this is e^w(v) except for a part that, with k2, leaves R less to do: then l is below
  // 0.88.
  template <class F>
  static OPENACLNN_INLINE gelu_internal::SlopeTail<F> Tail(F x) {
    // So few bits that a sum with them is exact less them.
    constexpr float k1 = 5.484375f, k2 = -2.080078125f, k3 = 0.6905802488327026f;
    // Centers of the intervals of v that end at -6.201, -4.865, -3.753, -2.780, -1.904, -1.101,
    // -0.355, 0.25.
    static constexpr float kCenters[8] = {
        -7.100176811218262f, -5.533341884613037f,  -4.309323787689209f,  -3.2667922973632812f,
        -2.342278003692627f, -1.5026851892471313f, -0.7280662059783936f, -0.05252562463283539f};
    // FloatLayout::kIntegerShift and a whole part of l.
    static constexpr float kShifts[8] = {12582912, 12582912, 12582911, 12582910,
                                         12582911, 12582912, 12582913, 12582912};
    static constexpr float kL[7][8] = {
        {0.6767538189888f, 0.2684546411037445f, -0.16992759704589844f, 0.053573574870824814f,
         -0.4987375736236572f, -0.13196289539337158f, -0.08781404793262482f, 0.43176382780075073f},
        {0.8140183687210083f, -1.0228240489959717f, -1.125152587890625f, -0.2042820155620575f,
         1.1956251859664917f, 1.812254548072815f, 0.5315608382225037f, -2.1527884006500244f},
        {-0.8845093846321106f, -0.2857891321182251f, 0.21112412214279175f, 0.6659237742424011f,
         0.7233078479766846f, -0.15696586668491364f, -1.5029536485671997f, -2.3802530765533447f},
        {0.12663698196411133f, 0.12947221100330353f, 0.14412418007850647f, 0.12619775533676147f,
         -0.14413493871688843f, -0.5325242280960083f, -0.5511389970779419f, -0.28475621342658997f},
        {-3.436456972849555e-05f, 0.0013403340708464384f, 0.004541498143225908f,
         -0.02711835689842701f, -0.1184188723564148f, -0.07824309915304184f, 0.06178789213299751f,
         0.130398690700531f},
        {6.159555050544441e-05f, 0.00038674328243359923f, -0.00026557064848020673f,
         -0.015665706247091293f, -0.012939820997416973f, 0.03253132477402687f,
         0.027905048802495003f, 0.01871340163052082f},
        {1.314218116021948e-05f, 7.030405686236918e-05f, -0.0007512054871767759f,
         -0.0034856153652071953f, 0.0065985615365207195f, 0.00662354426458478f,
         -0.005810130387544632f, 0.0006340774707496166f}};
    const auto mirrored = x > F(0.25f);
    const F v = Max(F(kLowest), NegateIf(mirrored, x));
    const F i = Fma(v, Fma(v, F(0.06159263104200363f), F(1.4301159381866455f)),
                    F(FloatLayout<float>::kIntegerShift + 7));  // the interval
    const F l = gelu_internal::PolynomialOf(i, v, kCenters, kL);
    const F shift = LookUp(i, kShifts);
    const F u = Fma(v, F(k3), F(k2));
    const F u_low = Fma(v, F(k3), F(k2) - u);
    const F y = Fma(v, u, F(k1));
    const F y_low = Fma(v, u_low, Fma(v, u, F(k1) - y));
    const F z = Fma(v, y, shift);
    const F r = Fma(v, y_low, Fms(v, y, z - shift)) + l;
    return gelu_internal::FromExponent<gelu_internal::TanhRoot>(mirrored, v, z, r);
  }

  static constexpr float kLowest = -8;
};

// For the 16-bit types: the relative error is below 2^-17.4 before the value is rounded to them,
// far from the root below 2^-20.
struct GeluBackwardTanhOfHalves {
  static constexpr int kErrorUlps = 96;

  OPENACLNN_ON_DEVICE GeluBackwardTanhExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    constexpr float kShift = FloatLayout<float>::kIntegerShift;
    const auto mirrored = x > F(0.25f);
    const F v = Max(F(-10), NegateIf(mirrored, x));
    const F s = v * v;
    const F y = Fma(s, F(0.10294324f), F(2.3022082f));
    const F z = Fma(v, y, F(kShift));
    const F e = Exp2InFloat(z, Fms(v, y, z - F(kShift)));
    const F sum = F(1) + e;
    const F slope = Fma(s, F(0.21406445f), F(1.5957691f));
    const F h = e * ((Fma(v, slope, F(1)) + e) / (sum * sum));
    return grad * Select(mirrored, F(1) - h, h);
  }
  // Not near the root, where the numerator cancels.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F x, F value) const {
    return And(Fma(value, F(0), x) >= F(-9.9f), Abs(x + F(0.7524614f)) > F(0.004f));
  }
  template <class F>
  static OPENACLNN_INLINE AtLeast<F> CoversFinite(F, F x, F) {
    return {Min(x + F(9.9f + 0.004f), Abs(x + F(0.7524614f))), F(0.004f)};
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
