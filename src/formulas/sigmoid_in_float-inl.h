// sigmoid(t) = 1 / (1 + e^-t) in float, with a low part or, for the 16-bit types, without. The
// coefficients come from scripts/fit_float_coefficients.py.

#if defined(OPENACLNN_FORMULAS_SIGMOID_IN_FLOAT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_SIGMOID_IN_FLOAT_INL_H_
#undef OPENACLNN_FORMULAS_SIGMOID_IN_FLOAT_INL_H_
#else
#define OPENACLNN_FORMULAS_SIGMOID_IN_FLOAT_INL_H_
#endif

#include "formulas/exp-inl.h"
#include "formulas/float_layout.h"
#include "formulas/lanes-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// -beta x in steps, kSteps to an octave: e^-(beta x) = 2^((count + rest) / kSteps).
template <int kSteps>
class StepsDown {
 public:
  constexpr explicit StepsDown(double beta)
      : factor_(static_cast<float>(beta * kPerUnit)),
        factor_low_(static_cast<float>(beta * kPerUnit - factor_)) {}

  // The whole number of steps, count + FloatLayout<float>::kIntegerShift.
  template <class F>
  OPENACLNN_INLINE F Shifted(F x) const {
    return Fnma(x, F(factor_), F(FloatLayout<float>::kIntegerShift));
  }
  template <class F>
  OPENACLNN_INLINE F Count(F x) const {
    return Shifted(x) - F(FloatLayout<float>::kIntegerShift);
  }
  // The rest, in [-1/2, 1/2] except for roundings.
  template <class F>
  OPENACLNN_INLINE F Rest(F x) const {
    return Fnma(x, F(factor_low_), Fnms(x, F(factor_), Count(x)));
  }

 private:
  static constexpr double kPerUnit = kSteps * 1.4426950408889634;  // kSteps / ln(2)

  float factor_, factor_low_;
};

// quotient (1 + residual), the residual positive and about 2^-21.
template <class F>
struct CorrectedQuotient {
  F quotient, residual;
};

// c e^-t is 2^kUp PowerOfSteps (1 + rest RestOfPower(rest)) within 2^-28, from -t in quarters of an
// octave, where that power is a normal number. The power is exact to 2^-30, as c is such that
// c 2^(k/4) are floats to that.
inline constexpr float kPowerScale = 1.0029017925262451f;  // c

template <int kUp, class F>
OPENACLNN_INLINE F PowerOfSteps(F shifted) {
  constexpr float kDown = 1.0f / (1ull << kUp);
  // c 2^(k/4) kDown, their bits less k / 4 of an octave, which AddShifted adds
  static constexpr float kPowers[4] = {0x1.00be2cp0f * kDown, 0x1.f15208p-1f * kDown,
                                       0x1.eb16d8p-1f * kDown, 0x1.efc9cep-1f * kDown};
  return AddShifted<21>(LookUp(shifted, kPowers), shifted);
}
template <class F>
OPENACLNN_INLINE F RestOfPower(F rest) {
  return Horner(rest, {0.17328676581382751f, 0.015014156699180603f, 0.0008676886209286749f,
                       3.7577119655907154e-05f});
}

// The same in eighths of an octave: 2^(z / 8) is 2^kUp PowerOfEighths (1 + LackOfEighths), z the
// whole number that `shifted` is.
template <int kUp = 0, class F>
OPENACLNN_INLINE F PowerOfEighths(F shifted) {
  constexpr float kDown = 1.0f / (1ull << kUp);
  // 2^(k/8) kDown, their bits less k / 8 of an octave, which AddShifted adds
  static constexpr float kPowers[8] = {0x1p0f * kDown,         0x1.f72b84p-1f * kDown,
                                       0x1.f06fe0p-1f * kDown, 0x1.ebfdaep-1f * kDown,
                                       0x1.ea09e6p-1f * kDown, 0x1.eace54p-1f * kDown,
                                       0x1.ee89fap-1f * kDown, 0x1.f5818ep-1f * kDown};
  return AddShifted<20>(LookUp(shifted, kPowers), shifted);
}
template <class F>
OPENACLNN_INLINE F LackOfEighths(F shifted) {
  static constexpr float kRests[8] = {0.0f,
                                      -1.1992157087749744e-08f,
                                      3.193418086123237e-08f,
                                      -3.099072075830814e-08f,
                                      1.711427132869866e-08f,
                                      5.233334249811561e-09f,
                                      -1.4719605440187417e-08f,
                                      -6.12825982414774e-09f};
  return LookUp(shifted, kRests);
}
// What 2^((z + rest) / 8) is more than 2^kUp PowerOfEighths, as a factor, for |rest| <= 1/2: within
// 2^-28.
template <class F>
OPENACLNN_INLINE F RestOfEighths(F shifted, F rest) {
  return Fma(rest,
             Horner(rest, {0.08664339780807495f, 0.0037535391747951508f, 0.0001084143077605404f,
                           2.3482950837205863e-06f}),
             LackOfEighths(shifted));
}

// Powers like PowerOfSteps and RestOfPower, as SigmoidOfSteps takes them: with kNumerator, which is
// so much less than c that the residual is positive.
template <int kSteps>
struct ScaledPowers;
template <>
struct ScaledPowers<4> {
  static constexpr float kC = kPowerScale, kNumerator = 1.0029015541076660f;

  template <int kUp, class F>
  static OPENACLNN_INLINE F Power(F shifted) {
    return PowerOfSteps<kUp>(shifted);
  }
  template <class F>
  static OPENACLNN_INLINE F Rest(F rest) {
    return RestOfPower(rest);
  }
};
// In eighths of an octave what a power lacks, and what its roundings come to, is half as much; it
// is exact to 2^-27.7.
template <>
struct ScaledPowers<8> {
  static constexpr float kC = 0x1.feb052p-1f, kNumerator = 0x1.feb04ap-1f;

  template <int kUp, class F>
  static OPENACLNN_INLINE F Power(F shifted) {
    constexpr float kDown = 1.0f / (1ull << kUp);
    // c 2^(k/8) kDown, their bits less k / 8 of an octave, which AddShifted adds
    static constexpr float kPowers[8] = {0x1.feb052p-1f * kDown, 0x1.f6747cp-1f * kDown,
                                         0x1.efa848p-1f * kDown, 0x1.eb2404p-1f * kDown,
                                         0x1.e91c8ap-1f * kDown, 0x1.e9cb7cp-1f * kDown,
                                         0x1.ed6fb4p-1f * kDown, 0x1.f44dbcp-1f * kDown};
    return AddShifted<20>(LookUp(shifted, kPowers), shifted);
  }
  template <class F>
  static OPENACLNN_INLINE F Rest(F rest) {
    return Horner(rest, {0.08664339780807495f, 0.0037535391747951508f, 0.0001084143077605404f,
                         2.3482950837205863e-06f});
  }
};

// 2^kUp sigmoid(t), for |t| < 60, and as far down as 2^-kUp e^-t is below 2^126: within 2^-26, from
// quarters of an octave, or 2^-26.6, from eighths. With kUp the quotient, and what corrects it, do
// not become subnormal before the result does.
template <int kUp, int kSteps = 4, class F>
OPENACLNN_INLINE CorrectedQuotient<F> SigmoidOfSteps(F shifted, F rest) {
  // With power (1 + e) for c e^-t, sigmoid is c / (c + power (1 + e)).
  using Powers = ScaledPowers<kSteps>;
  constexpr float kDown = 1.0f / (1ull << kUp);
  constexpr float kC = Powers::kC;
  const F power = Powers::template Power<kUp>(shifted);
  const F larger = Max(power, F(kC * kDown));
  const F smaller = Min(power, F(kC * kDown));
  const F sum = larger + smaller;
  const F sum_low = Fma(power * rest, Powers::Rest(rest), smaller - (sum - larger));
  const F quotient = F(Powers::kNumerator) / (sum + sum_low);
  return {quotient, Fnma(quotient, sum_low, Fnma(quotient, sum, F(kC)))};
}

// x times the quotient, rounded once.
template <class F>
OPENACLNN_INLINE F Times(F x, const CorrectedQuotient<F>& by) {
  return Fma(x, by.quotient, (x * by.quotient) * by.residual);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
