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

#include <cstddef>
#include <limits>

#include "formulas/exp-inl.h"
#include "formulas/float_layout.h"
#include "formulas/lanes-inl.h"
#include "formulas/piecewise-inl.h"
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

// Floats: within 0.95 ULP. The factor is a polynomial of degree 7 in v - center for each of 16
// intervals of v = x, in two parts. The coefficients come from scripts/fit_float_coefficients.py; a
// center is a float whose factor is one to 2^-32.
struct Mish {
  static constexpr int kCost = 200;  // picoseconds for an element in float, about

  OPENACLNN_ON_DEVICE MishExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    // So that nothing becomes subnormal before the result does.
    constexpr float kUp = 0x1p8f;
    // The coefficients are kUp times what they are in v.
    static constexpr float kCenters[16] = {
        -8.382841110229492f,  -7.39821195602417f,    -6.350494384765625f,  -5.3811845779418945f,
        -4.461467266082764f,  -3.57283616065979f,    -2.7021842002868652f, -1.8394149541854858f,
        -0.9383564591407776f, -0.04494713991880417f, 0.7748814821243286f,  1.6893069744110107f,
        2.664029359817505f,   3.7331018447875977f,   4.953927993774414f,   9.399999618530273f};
    static constexpr float kC0[16] = {
        0.05855562910437584f, 0.15671275556087494f, 0.44655609130859375f, 1.17549467086792f,
        2.9385643005371094f,  7.086625099182129f,   16.592681884765625f,  37.48357009887695f,
        81.59129333496094f,   149.9107208251953f,   209.66944885253906f,  243.85623168945312f,
        253.83734130859375f,  255.72076416015625f,  255.97486877441406f,  256.0f};
    static constexpr float kC[7][16] = {
        {0.058548931032419205f, 0.15666475892066956f, 0.44616591930389404f, 1.1727834939956665f,
         2.9215056896209717f, 6.985841751098633f, 16.0206298828125f, 34.35028076171875f,
         64.68221282958984f, 82.21712493896484f, 57.693485260009766f, 20.015644073486328f,
         4.026532173156738f, 0.5451281666755676f, 0.04990772902965546f, 0.00011414770415285602f},
        {0.029267767444252968f, 0.0782843828201294f, 0.2226928025484085f, 0.5836806893348694f,
         1.4436975717544556f, 3.3922500610351562f, 7.441653251647949f, 14.130419731140137f,
         17.448076248168945f, -2.5157525539398193f, -23.24876594543457f, -14.53446102142334f,
         -3.6013858318328857f, -0.5254450440406799f, -0.0493791438639164f, 0.0005302219069562852f},
        {0.009751464240252972f, 0.026062872260808945f, 0.07397135347127914f, 0.19275282323360443f,
         0.469867080450058f, 1.0637803077697754f, 2.1057868003845215f, 2.7888224124908447f,
         -1.962478756904602f, -11.68503189086914f, -2.1980321407318115f, 5.32055139541626f,
         2.005751609802246f, 0.3310699760913849f, 0.03240540623664856f, 0.0010195871582254767f},
        {0.002435617847368121f, 0.006499712821096182f, 0.018362736329436302f, 0.047283969819545746f,
         0.111788809299469f, 0.2326136827468872f, 0.34326642751693726f, -0.16645774245262146f,
         -2.7887136936187744f, -0.5348406434059143f, 4.481005668640137f, -0.34193018078804016f,
         -0.734984815120697f, -0.15159204602241516f, -0.01582515612244606f, 0.0009162740898318589f},
        {0.00048601950402371585f, 0.001292523113079369f, 0.003616135800257325f,
         0.009095783345401287f, 0.02009112760424614f, 0.03337005153298378f, -0.0011215684935450554f,
         -0.31266453862190247f, -0.6434449553489685f, 1.932939052581787f, -0.469826877117157f,
         -0.6343821883201599f, 0.15533199906349182f, 0.052529267966747284f, 0.006019150838255882f,
         0.0004318236606195569f},
        {8.098706894088537e-05f, 0.00021395667863544077f, 0.0005876731593161821f,
         0.0014000071678310633f, 0.002588495146483183f, 0.001140886452049017f,
         -0.021919621154665947f, -0.10708273947238922f, 0.16138902306556702f, 0.28808990120887756f,
         -0.7005652785301208f, 0.3043997287750244f, -0.0004906175308860838f, -0.013346419669687748f,
         -0.0016823046607896686f, 0.00010158777149626985f},
        {1.2521004464360885e-05f, 3.357654713909142e-05f, 8.987174805952236e-05f,
         0.00016736186807975173f, 0.0001340271410299465f, -0.0013500663917511702f,
         -0.009708872996270657f, -0.010182300582528114f, 0.1415977030992508f, -0.3019367754459381f,
         0.23839806020259857f, -0.04851972684264183f, -0.007767579052597284f,
         0.0019437673036009073f, 0.00025395554257556796f, 9.899517863232177e-06f}};
    const F v = Min(F(kCenters[15]), x);  // from there on the factor is 1; a NaN stays
    const F y =
        Fma(Fma(F(-0.002879530657082796f), v, F(-0.0186318252235651f)), v, F(1.1200000047683716f));
    const F i = Fma(y, v, F(FloatLayout<float>::kIntegerShift + 9));  // the interval
    const F w = v - LookUp(i, kCenters);
    const F slope = PiecewiseHorner(i, w, kC);
    const F c0 = LookUp(i, kC0);
    const F factor = Fma(slope, w, c0);
    const F factor_low = Fma(slope, w, c0 - factor);
    return CopySign(Fma(x, factor, x * factor_low) * F(1 / kUp), x);  // -0 stays
  }
  // False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F value) const {
    return Fma(value, F(0), x) >= F(-8.75f);
  }
};

// BFLOAT16, correctly rounded: tried for all numbers, none is near a tie.
struct MishOfBfloat16 : Mish {
  static constexpr int kErrorUlps = 0;
};

// FLOAT16, correctly rounded.
struct MishOfFloat16 : Mish {
  static constexpr int kErrorUlps = 1;

  template <class F>
  static OPENACLNN_INLINE AtLeast<F> CoversFinite(F x, F) {
    return {x, F(-8.75f)};
  }
};

// In double for every value: within 1 ULP of floats.
struct MishBackwardExact {
  using Compute = double;

  // (1 + 4e + (4x + 6) e^2 + (4x + 4) e^3) / (1 + 2e + 2e^2)^2, or to the left
  // e (4x + 4 + (4x + 6) e + 4e^2 + e^3) / (2 + 2e + e^2)^2, which cancels only near its zero at
  // -1.19243121; double leaves enough of it for every float.
  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const auto left = x < F(0);
    const F v = Max(F(-700), Min(F(700), x));  // beyond, only signs count; a NaN stays
    // Coefficients of 2^f for |f| <= 1/2 within 2^-28.7, and within 2^-53 at the f of the zero,
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

// Floats: within 0.9 ULP. The slope is a polynomial of degree 9 for each of 16 intervals of v = x,
// c0 + w (c1 + c2 w + w^2 s(w)) with w = v - center, where all but the last term is kept in two
// parts. In one interval the center is the float nearest to the zero, so that little is lost
// near it. The coefficients come from scripts/fit_float_coefficients.py.
struct MishBackward {
  static constexpr int kCost = 330;  // picoseconds for an element in float, about

  OPENACLNN_ON_DEVICE MishBackwardExact ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    // So that nothing becomes subnormal before the result does.
    constexpr float kUp = 0x1p8f;
    // c0 is kUp times the slope at the center; short numbers, so that differences are exact.
    static constexpr float kCenters[16] = {
        -8.109375f, -6.640625f, -5.359375f, -4.1875f, -3.09375f, -2.046875f, -1.1924312114715576f,
        0.0f,       1.015625f,  2.03125f,   3.09375f, 4.171875f, 5.328125f,  6.59375f,
        8.03125f,   11.0f};
    static constexpr float kC0[16] = {-0.547119140625f,
                                      -1.88348388671875f,
                                      -5.221954345703125f,
                                      -12.1727294921875f,
                                      -22.9361572265625f,
                                      -28.1134033203125f,
                                      0.0f,
                                      153.599609375f,
                                      269.275390625f,
                                      273.28125f,
                                      260.716796875f,
                                      256.8515625f,
                                      256.115234375f,
                                      256.01171875f,
                                      256.0f,
                                      256.0f};
    static constexpr float kC0Low[16] = {
        8.991364666144364e-06f,  -2.1099660898471484e-06f, -1.2472433809307404e-05f,
        1.9911774870706722e-05f, -1.258692645933479e-05f,  2.8018534067086875e-05f,
        2.0801863342967408e-07f, 0.0003906250058207661f,   0.0005973555380478501f,
        -0.0003484641492832452f, 0.00012699392391368747f,  0.0005060916300863028f,
        -0.0005298801697790623f, -7.498736522393301e-05f,  0.0008144770981743932f,
        2.9990833354531787e-06f};
    static constexpr float kC1[16] = {
        -0.4699762165546417f,    -1.5468508005142212f,   -3.9959235191345215f,
        -8.127073287963867f,     -10.50036334991455f,    7.034068584442139f,
        68.33866882324219f,      163.83999633789062f,    45.23299026489258f,
        -14.940138816833496f,    -6.9058732986450195f,   -1.430140733718872f,
        -0.20390856266021729f,   -0.021327389404177666f, -0.0015199934132397175f,
        -5.7123870647046715e-06f};
    static constexpr float kC1Low[16] = {
        0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f, -2.5074884888454108e-06f, 0.0f, 0.0f, 0.0f,
        0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
    static constexpr float kC2[16] = {
        -0.19635622203350067f, -0.6042035222053528f,  -1.3768444061279297f,
        -1.9911106824874878f,  1.114428162574768f,    19.869098663330078f,
        52.411197662353516f,   -12.288047790527344f,  -65.01256561279297f,
        -2.1432087421417236f,  4.331137180328369f,    1.147133469581604f,
        0.17790086567401886f,  0.019350619986653328f, 0.001410731696523726f,
        5.420942670752993e-06f};
    static constexpr float kS[7][16] = {
        {-0.05253544822335243f, -0.14446258544921875f, -0.2474604696035385f, 0.05024247244000435f,
         2.4986464977264404f, 10.488628387451172f, 10.728402137756348f, -46.96721267700195f,
         20.608448028564453f, 9.53071403503418f, -1.18019700050354f, -0.5692442059516907f,
         -0.10081799328327179f, -0.01156726572662592f, -0.0008673649863339961f,
         -3.480917257547844e-06f},
        {-0.009886889718472958f, -0.021652430295944214f, -0.007241442799568176f,
         0.1975967437028885f, 1.1118509769439697f, 2.4299190044403076f, -5.189218044281006f,
         -0.4759558439254761f, 11.024700164794922f, -6.09528112411499f, -0.21575674414634705f,
         0.18339784443378448f, 0.0412323959171772f, 0.005106641910970211f, 0.0003969334939029068f,
         1.419636646460276e-06f},
        {-0.0013211524346843362f, -0.0013701717834919691f, 0.01001498382538557f,
         0.07701375335454941f, 0.2823010981082916f, -0.13240674138069153f, -4.050449848175049f,
         12.005144119262695f, -8.939436912536621f, 1.4389488697052002f, 0.35721322894096375f,
         -0.031811319291591644f, -0.012681039050221443f, -0.0017664009938016534f,
         -0.00014395527250599116f, -9.858583780442132e-07f},
        {-0.00010907110117841512f, 0.00028576605836860836f, 0.0036898059770464897f,
         0.018588386476039886f, 0.03779911994934082f, -0.3312278389930725f, -0.8660194873809814f,
         1.5138460397720337f, -0.10269948840141296f, 0.41082072257995605f, -0.1742599606513977f,
         -0.003253881586715579f, 0.0029037203639745712f, 0.0004940851358696818f,
         4.294063546694815e-05f, -2.1773513481093687e-07f},
        {-1.7182991030040284e-07f, 0.0001435533631592989f, 0.0007378285517916083f,
         0.003503212472423911f, -0.0033913555089384317f, -0.13726267218589783f, 0.2872617244720459f,
         -2.5716400146484375f, 2.059049367904663f, -0.44474533200263977f, 0.047656115144491196f,
         0.004710359964519739f, -0.00043327026651240885f, -0.00011267884110566229f,
         -1.0832326552190352e-05f, -3.096733394158946e-07f},
        {2.22595645027468e-06f, 2.998820309585426e-05f, 0.00012004291784251109f,
         0.00035796864540316164f, -0.004048426169902086f, -0.025141414254903793f,
         0.27840128540992737f, -0.5652281045913696f, -0.41365867853164673f, 0.12460694462060928f,
         -0.002913498552516103f, -0.002013065153732896f, -3.8663961277052294e-06f,
         2.1133391783223487e-05f, 2.4464814032398863e-06f, -8.068290213714135e-08f},
        {1.0846807754205656e-06f, -1.740393963700626e-05f, 0.00011399735376471654f,
         -0.0004912063595838845f, -0.0013911302667111158f, 0.0038222975563257933f,
         0.01347361784428358f, 0.4028358459472656f, -0.29713550209999084f, 0.010509244166314602f,
         -0.0037377364933490753f, 0.0004954332835040987f, 2.441257493046578e-05f,
         -3.431011009524809e-06f, -4.487959301968658e-07f, -1.8060070772207837e-08f}};
    const F v = Min(F(kCenters[15]), x);  // from there on the slope is 1; a NaN stays
    const F y = Fma(Fma(F(-0.0018347686855122447f), v, F(0.00034774543019011617f)), v,
                    F(0.9900000095367432f));
    const F i = Fma(y, v, F(FloatLayout<float>::kIntegerShift + 7));  // the interval
    const F w = v - LookUp(i, kCenters);
    const F s = PiecewiseHorner(i, w, kS);
    const F c1 = LookUp(i, kC1), c2 = LookUp(i, kC2);
    const F rise = Fma(w, c2, c1);
    const F rise_low = Fma(w * w, s, Fma(w, c2, c1 - rise));
    const F c0 = LookUp(i, kC0);
    const F slope = Fma(w, rise, c0);
    const F left = Fma(w, LookUp(i, kC1Low), LookUp(i, kC0Low));  // near the zero
    const F slope_low = Fma(w, rise_low, Fma(w, rise, c0 - slope) + left);
    // Where grad is 0, a zero of the same sign is added.
    const F change = grad * Select(grad == F(0), slope, slope_low);
    return Fma(grad, slope, change) * F(1 / kUp);
  }
  // False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F x, F value) const {
    return Fma(value, F(0), x) >= F(-8.875f);
  }
};

// The 16-bit types, correctly rounded.
struct MishBackwardOfHalves : MishBackward {
  static constexpr int kErrorUlps = 1;

  template <class F>
  static OPENACLNN_INLINE AtLeast<F> CoversFinite(F, F x, F) {
    return {x, F(-8.875f)};
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
