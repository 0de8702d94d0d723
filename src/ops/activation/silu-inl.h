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

#include "formulas/exact_alone-inl.h"
#include "formulas/exp-inl.h"
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

// The decimal number of fast gelu.
inline constexpr double kFastGeluBeta = 1.702;

// In double for every value: within 2^-28.7 of the result before it is rounded, where beta is a
// float or kFastGeluBeta: then beta x is within 2^-53 of it.
struct SwishExact {
  using Compute = double;

  double beta;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F t = x * F(beta);
    // From 700 on s is 1.
    return Select(t > F(700), x, TimesSigmoidForFloat(x, AwayFromZero(t)));
  }
};

// Floats, for beta from 2^-4 to 2^60: within 0.82 ULP.
class SwishOfFloats {
 public:
  static constexpr int kCost = 400;  // picoseconds for an element in float, about

  explicit SwishOfFloats(double beta)
      : beta_(beta),
        steps_(beta),
        largest_(static_cast<float>(60 / beta)),
        least_(static_cast<float>(-112 / beta)) {}

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return TimesSigmoidOf(x, x);
  }

 protected:
  // x s(beta u), where u stands for x.
  template <class F>
  OPENACLNN_INLINE F TimesSigmoidOf(F u, F x) const {
    // 2^kUp e^112 and 2^-kUp e^-60 are powers of two that floats have.
    constexpr int kUp = 36;
    // Below least_ the value is -0, too; a NaN stays.
    const F v = Max(F(least_), u);
    const auto sigmoid = SigmoidOfSteps<kUp>(steps_.Shifted(v), steps_.Rest(v));
    const F value = Times(Max(F(least_), x), sigmoid);
    // From largest_ on s is 1. x * 0 makes the value NaN for -inf.
    return Select(x > F(largest_), x, Fma(value, F(1.0f / (1ull << kUp)), x * F(0)));
  }

  double beta_;

 private:
  StepsDown<4> steps_;
  float largest_, least_;
};

// The 16-bit types, rounded from floats: near-ties of FLOAT16 are rare enough, and where beta is 1
// or kFastGeluBeta there are none of BFLOAT16, except for those of x / 2 between subnormal numbers:
// s is never so near to 1/2 that it does not decide them.
class SwishOfHalvesForm : public SwishOfFloats {
 public:
  static constexpr bool kQuietsNans = true;

  explicit SwishOfHalvesForm(double beta)
      : SwishOfFloats(beta), nearest_(static_cast<float>(0x1p-14 / beta)) {}

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return TimesSigmoidOf(NegateIf(x < F(0), Max(F(nearest_), Abs(x))), x);
  }

 private:
  float nearest_;
};

// BFLOAT16, correctly rounded with any beta.
struct SwishOfBfloat16Form : SwishOfFloats {
  static constexpr int kErrorUlps = 1;

  using SwishOfFloats::SwishOfFloats;

  OPENACLNN_ON_DEVICE SwishExact ExactForm() const { return {beta_}; }

  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F value) const {
    return value == value;  // no NaN is left to be stored
  }
};

// A form made with -beta for a negative beta: x s(beta x) = -(-x s(-beta (-x))).
template <class Form>
struct SwishMirrored : Form {
  using Form::Form;

  OPENACLNN_ON_DEVICE SwishExact ExactForm() const requires Guarded<Form> { return {-this->beta_}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return -Form::operator()(-x);
  }
};

template <class Form>
struct SwishInFloat {
  static constexpr int kCost = Form::kCost;

  double beta;

  template <class Run>
  OPENACLNN_INLINE auto Choose(const Run& run) const {
    if constexpr (Guarded<Form>) {
      if (beta == 1) return run(SwishOfHalvesForm(1));  // which is correctly rounded, too
    }
    if (beta >= 0x1p-4 && beta <= 0x1p60) return run(Form(beta));
    if (beta <= -0x1p-4 && beta >= -0x1p60) return run(SwishMirrored<Form>(-beta));
    return run(ExactAlone<SwishExact>{{beta}});
  }
};

// With a beta of their own.
template <class Form>
struct SiluInFloat : Form {
  SiluInFloat() : Form(1) {}
};
template <class Form>
struct FastGeluInFloat : Form {
  FastGeluInFloat() : Form(kFastGeluBeta) {}
};

// The slope h satisfies h(-t) = 1 - h(t): it is the tail h(v), v = -|t|, or 1 less it. With e = e^v
// the tail is e (1 + e + v) / (1 + e)^2, in which only the zero at v = -1.27846454 cancels.
namespace swish_internal {

// e^v for |v| < 709 within 2^-28.8, and within 2^-53 at that zero, whose f is 0.15556554420622273.
template <class F>
OPENACLNN_INLINE F Exp(F v) {
  constexpr double kExp2[] = {1.0,
                              0.6931471977116475,
                              0.24022647835563324,
                              0.05550339065010923,
                              0.009618455907829386,
                              0.0013396989502379383,
                              0.0001534671918844456};
  return ExpForFloat(v, kExp2);
}

template <class F>
OPENACLNN_INLINE F TimesSlope(F grad, F t) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const F v = Max(F(-700), -Abs(t));  // the rest of the tail is 0 in float; a NaN stays
  const F e = Exp(v);
  const F sum = F(1) + e;
  const F square = sum * sum;
  const F tail = ZeroIf(t == F(-kInfinity), e * (sum + v));
  return grad * (Select(t < F(0), tail, square - tail) / square);
}

}  // namespace swish_internal

// In double, for a result that is rounded to float: within 1 ULP, as double leaves enough of the
// difference near the zero for every float.
struct SwishBackwardInDouble {
  using Compute = double;

  double beta;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return swish_internal::TimesSlope(grad, x * F(beta));
  }
};

// Floats, for a positive beta: within 0.9 ULP. kIsOne: beta is 1. The coefficients come from
// scripts/fit_float_coefficients.py.
template <bool kIsOne>
class SwishBackwardOfFloats {
 public:
  static constexpr int kCost = 330;  // picoseconds for an element in float, about

  OPENACLNN_ON_DEVICE explicit SwishBackwardOfFloats(double beta)
      : beta_(beta),
        factor_(static_cast<float>(beta)),
        factor_low_(static_cast<float>(beta - factor_)),
        least_(static_cast<float>(kLeast / beta)) {}

  OPENACLNN_ON_DEVICE SwishBackwardInDouble ExactForm() const { return {beta_}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    const Sum<F> slope = Slope(x);
    // Where grad is 0, a zero of the same sign is added.
    const F change = grad * Select(grad == F(0), slope.high, slope.low);
    return Fma(grad, slope.high, change) * F(1 / kUp);
  }

  // What slopes are scaled by, so that nothing becomes subnormal before the result does.
  static constexpr float kUp = 0x1p8f;
  static constexpr float kLeast = -8.875f;                       // up to which t slopes are given
  static constexpr float kNearestToZero = -1.2784645557403564f;  // the float, of the zero of h

  // kUp times the slope. h(t) for t = -|beta x| in eight intervals, polynomials of degree 8:
  // h(center) + w (c1 + c2 w + w^2 s(w)) with w = t - center, where all but the last term is kept
  // in two parts. w is exact except near t = 0, and in one interval the center is the float
  // nearest to the zero, so that little is lost near it.
  template <class F>
  OPENACLNN_INLINE Sum<F> Slope(F x) const {
    // Centers of the intervals of t that end at -7.199, -5.810, -4.609, -3.535, -2.555, -1.648,
    // -0.800, 0.
    static constexpr float kCenters[8] = {
        -8.18017292022705f,  -6.515314102172852f,  -5.202881813049316f,  -4.076719284057617f,
        -3.046818256378174f, -2.0947866439819336f, -1.2784645557403564f, -0.32049745321273804f};
    // kUp times what h is there; short numbers, so that differences from them are exact. Near the
    // zero it is too small to count, but not 0: results that underflow keep their sign.
    static constexpr float kC0[8] = {-0.5146484375f,     -2.083740234375f,  -5.846160888671875f,
                                     -12.8475341796875f, -22.160888671875f, -24.276123046875f,
                                     -0x1p-120f,         87.66796875f};
    static constexpr float kC0Low[8] = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, -7.237221666400728e-07f,
                                        0.0f};
    static constexpr float kC1[8] = {
        -0.44266095757484436f, -1.6991081237792969f, -4.381723880767822f, -8.14883804321289f,
        -8.539783477783203f,   9.104193687438965f,   55.759796142578125f, 121.59160614013672f};
    static constexpr float kC2[8] = {
        -0.1852228343486786f, -0.6550103425979614f, -1.438678503036499f, -1.628334879875183f,
        2.6190903186798096f,  18.415075302124023f,  37.542091369628906f, 19.488353729248047f};
    static constexpr float kS[6][8] = {
        {-0.049635790288448334f, -0.15219800174236298f, -0.21833892166614532f, 0.30880579352378845f,
         3.010977029800415f, 8.068192481994629f, 4.831894397735596f, -18.20100212097168f},
        {-0.00935144443064928f, -0.020967882126569748f, 0.01452388521283865f, 0.2938503623008728f,
         1.1128689050674438f, 1.0161675214767456f, -3.896989583969116f, -4.653192520141602f},
        {-0.001248163403943181f, -0.0005981041467748582f, 0.0176597498357296f, 0.0978289470076561f,
         0.19519516825675964f, -0.49488332867622375f, -1.6901233196258545f, 2.3393301963806152f},
        {-0.00010131718590855598f, 0.0005472774500958622f, 0.00551126804202795f,
         0.019561443477869034f, -0.010024874471127987f, -0.2722359895706177f, 0.03230708837509155f,
         0.8304553627967834f},
        {2.476354211466969e-06f, 0.0001828388194553554f, 0.001120257074944675f,
         0.0018929446814581752f, -0.017639528959989548f, -0.042381394654512405f, 0.197415292263031f,
         -0.25375595688819885f},
        {2.855338607332669e-06f, 3.50193731719628e-05f, 0.00015033561794552952f,
         -0.00027359864907339215f, -0.0054564704187214375f, 0.01050566416233778f,
         0.04732859134674072f, -0.1398620754480362f}};
    const F v = -Abs(x);
    const F t = kIsOne ? v : v * F(factor_);
    const F y = Fma(t, F(0.2084999978542328f), F(3.0822064876556396f));
    const F i = Fma(y, y, F(FloatLayout<float>::kIntegerShift - 2));  // the interval
    const F w = t - LookUp(i, kCenters);
    const F s = PiecewiseHorner(i, w, kS);
    const F c1 = LookUp(i, kC1), c2 = LookUp(i, kC2);
    const F slope = Fma(w, c2, c1);
    const F slope_low = Fma(w * w, s, Fma(w, c2, c1 - slope));
    // To the right it is 1 - h(t).
    const auto mirrored = x > F(0);
    const F u = NegateIf(mirrored, w);
    const F c0 = LookUp(i, kC0);
    const F base = Select(mirrored, F(kUp) - c0, c0);  // exact
    const F high = Fma(u, slope, base);
    F low = Fma(u, slope_low, Fma(u, slope, base - high) + LookUp(i, kC0Low));
    if constexpr (!kIsOne) {
      // What t lacks, times the derivative of h, about.
      const F t_low = Fma(v, F(factor_low_), Fms(v, F(factor_), t));
      const F derivative = Fma(w, c2, Fma(w * w, F(3) * s, slope));
      low = Fma(NegateIf(mirrored, t_low), derivative, low);
    }
    return {high, low};
  }
  // False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F x, F value) const {
    return Fma(value, F(0), -Abs(x)) >= F(least_);
  }

 protected:
  double beta_;
  float factor_;

 private:
  float factor_low_;
  float least_;
};

// A beta near whose zero a float may be so near that the parts of t do not tell them apart.
struct SwishBackwardOfAnyBeta : SwishBackwardOfFloats<false> {
  using SwishBackwardOfFloats<false>::SwishBackwardOfFloats;

  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F grad, F x, F value) const {
    const auto away = Abs(Fma(x, F(factor_), F(1.2784645f))) > F(0x1p-18f);
    return And(SwishBackwardOfFloats<false>::Covers(grad, x, value), away);
  }
};

// Ties of 16-bit numbers except for t too.
struct SwishBackwardExact {
  using Compute = double;

  double beta;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return swish_internal::TimesSlope(grad, AwayFromZero(x * F(beta)));
  }
};

// FLOAT16, rounded from floats; near-ties are rare enough.
template <class Form>
struct SwishBackwardOfFloat16Form : Form {
  using Form::Form;

  OPENACLNN_ON_DEVICE SwishBackwardExact ExactForm() const { return {this->beta_}; }
};

// BFLOAT16, correctly rounded.
template <class Form>
struct SwishBackwardOfBfloat16Form : SwishBackwardOfFloat16Form<Form> {
  static constexpr int kErrorUlps = 1;

  using SwishBackwardOfFloat16Form<Form>::SwishBackwardOfFloat16Form;
};

// A form made with -beta for a negative beta: the slope is one of beta x alone.
template <class Form>
struct SwishBackwardMirrored : Form {
  using Form::Form;

  OPENACLNN_ON_DEVICE auto ExactForm() const { return decltype(Form::ExactForm()){-this->beta_}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return Form::operator()(grad, -x);
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F grad, F x, F value) const {
    return Form::Covers(grad, -x, value);
  }
};

template <class OfOne, class OfAny>
struct SwishBackwardOf {
  static constexpr int kCost = 330;

  double beta;

  template <class Run>
  OPENACLNN_INLINE auto Choose(const Run& run) const {
    if (beta == 1) return run(OfOne(1));
    if (beta >= 0x1p-4 && beta <= 0x1p60) return run(OfAny(beta));
    if (beta <= -0x1p-4 && beta >= -0x1p60) return run(SwishBackwardMirrored<OfAny>(-beta));
    return run(ExactAlone<decltype(OfAny(1).ExactForm())>{{beta}});
  }
};
using SwishBackward = SwishBackwardOf<SwishBackwardOfFloats<true>, SwishBackwardOfAnyBeta>;
template <template <class> class HalfForm>
using SwishBackwardInHalf =
    SwishBackwardOf<HalfForm<SwishBackwardOfFloats<true>>, HalfForm<SwishBackwardOfAnyBeta>>;
using SwishBackwardOfBfloat16 = SwishBackwardInHalf<SwishBackwardOfBfloat16Form>;
using SwishBackwardOfFloat16 = SwishBackwardInHalf<SwishBackwardOfFloat16Form>;

struct SiluBackward : SwishBackwardOfFloats<true> {
  OPENACLNN_ON_DEVICE SiluBackward() : SwishBackwardOfFloats(1) {}
};
using SiluBackwardOfBfloat16 = SwishBackwardOfBfloat16Form<SiluBackward>;
using SiluBackwardOfFloat16 = SwishBackwardOfFloat16Form<SiluBackward>;
struct FastGeluBackward : SwishBackwardOfFloats<false> {
  FastGeluBackward() : SwishBackwardOfFloats(kFastGeluBeta) {}

  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F grad, F x, F value) const {
    // The three floats about the zero.
    const auto away = Abs(x + F(0x1.80974cp-1f)) > F(0x1p-24f);
    return And(SwishBackwardOfFloats<false>::Covers(grad, x, value), away);
  }
};
using FastGeluBackwardOfBfloat16 = SwishBackwardOfBfloat16Form<FastGeluBackward>;
using FastGeluBackwardOfFloat16 = SwishBackwardOfFloat16Form<FastGeluBackward>;

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
