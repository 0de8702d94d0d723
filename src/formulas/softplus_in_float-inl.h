// log(1 + e^t) in float with a low part. The coefficients come from
// scripts/fit_float_coefficients.py.

#if defined(OPENACLNN_FORMULAS_SOFTPLUS_IN_FLOAT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_FORMULAS_SOFTPLUS_IN_FLOAT_INL_H_
#undef OPENACLNN_FORMULAS_SOFTPLUS_IN_FLOAT_INL_H_
#else
#define OPENACLNN_FORMULAS_SOFTPLUS_IN_FLOAT_INL_H_
#endif

#include <cstddef>

#include "formulas/float_layout.h"
#include "formulas/lanes-inl.h"
#include "formulas/piecewise-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// log(1 + e^t) = power (1 + rest).
template <class F>
struct SoftplusPower {
  F power, rest;
};

// For t = beta x, beta > 0.
class SoftplusPowers {
 public:
  // From here on no power is subnormal.
  static constexpr float kLowest = -80;

  constexpr explicit SoftplusPowers(double beta)
      : beta_(static_cast<float>(beta)),
        steps_(static_cast<float>(beta * kSteps)),
        steps_low_(static_cast<float>(beta * kSteps - steps_)) {}

  // For t in [kLowest, 0]: within 2^-26. log(1 + e^t) = e^t 2^(l / 8), l
  // a polynomial of degree 6 in each of eight intervals of t.
  template <class F>
  OPENACLNN_INLINE SoftplusPower<F> operator()(F x) const {
    // Centers of the intervals that end at -11.566, -8.590, -6.542, -4.877, -3.437, -2.150, -0.976,
    // 0.
    static constexpr float kCenters[8] = {
        -14.782342910766602f, -10.078006744384766f, -7.566059589385986f,  -5.709229946136475f,
        -4.156761169433594f,  -2.7934069633483887f, -1.5628008842468262f, -0.4878210723400116f};
    // FloatLayout::kIntegerShift and a whole part of l.
    static constexpr float kShifts[8] = {12582917, 12582917, 12582917, 12582917,
                                         12582917, 12582917, 12582916, 12582914};
    static constexpr float kL[7][8] = {
        {0.029594024643301964f, 0.029353881254792213f, 0.026609154418110847f, 0.010491150431334972f,
         -0.06017971411347389f, -0.3149544894695282f, -0.08567779511213303f, 0.15718069672584534f},
        {-2.2641211216978263e-06f, -0.00024238361220341176f, -0.0029864832758903503f,
         -0.019078850746154785f, -0.08919735997915268f, -0.3361627161502838f, -1.031440258026123f,
         -2.3697216510772705f},
        {-1.1276530358372838e-06f, -0.00012118611630285159f, -0.0014925904106348753f,
         -0.009513135068118572f, -0.044025346636772156f, -0.15998561680316925f,
         -0.4407822787761688f, -0.8029318451881409f},
        {-3.1351149232250464e-07f, -4.0167109546018764e-05f, -0.0004965222906321287f,
         -0.0031522312201559544f, -0.014297112822532654f, -0.048219650983810425f,
         -0.10478267818689346f, -0.10072588920593262f},
        {-7.950078639851199e-08f, -1.004316163744079e-05f, -0.00012393409269861877f,
         -0.0007794630364514887f, -0.003390326863154769f, -0.009697569534182549f,
         -0.010023299604654312f, 0.01580296829342842f},
        {-2.7807308455862767e-08f, -2.211529135820456e-06f, -2.5804560209508054e-05f,
         -0.0001563369733048603f, -0.0006109931855462492f, -0.001068094396032393f,
         0.002188347978517413f, 0.005851134657859802f},
        {-4.562542788022483e-09f, -3.6740354403264064e-07f, -4.258798981027212e-06f,
         -2.4759508960414678e-05f, -7.755792466923594e-05f, 5.508300455403514e-05f,
         0.000891363073606044f, -0.0004235468804836273f}};
    // H 2^(k/8), H such that these are floats to 2^-28; their bits less k / 8 of an octave, which
    // AddShifted adds.
    static constexpr float kPowers[8] = {0x1.4b2404p-1f, 0x1.491c8ap-1f, 0x1.49cb7cp-1f,
                                         0x1.4d6fb4p-1f, 0x1.544dbcp-1f, 0x1.5eb052p-1f,
                                         0x1.56747cp-1f, 0x1.4fa848p-1f};
    // Below it l is what it is there.
    const F v = Max(F(-18), beta_ == 1 ? x : x * F(beta_));
    const F y = Fma(v, F(0.17397500574588776f), F(2.7192471027374268f));
    const F i = Fma(y, y, F(FloatLayout<float>::kIntegerShift));
    const F w = v - LookUp(i, kCenters);
    const F l = PiecewiseHorner(i, w, kL);
    const F shift = LookUp(i, kShifts);
    const F z = Fma(x, F(steps_), shift);
    const F r = Fma(x, F(steps_low_), Fms(x, F(steps_), z - shift)) + l;
    const F power = AddShifted<20>(LookUp(z, kPowers), z);
    return {power,
            r * Horner(r, {0.08664339780807495f, 0.003753537777811289f, 0.00010840621689567342f,
                           2.3502989279222675e-06f, 4.076786197515503e-08f})};
  }

 private:
  static constexpr double kSteps = 11.541560327111707;  // 8 / ln(2)

  float beta_, steps_, steps_low_;
};

// base + log(1 + e^t), where base is not negative.
template <class F>
OPENACLNN_INLINE F AddPower(F base, const SoftplusPower<F>& p) {
  const F larger = Max(base, p.power), smaller = Min(base, p.power);
  const F sum = larger + smaller;
  return sum + Fma(p.power, p.rest, smaller - (sum - larger));
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
