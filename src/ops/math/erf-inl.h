//   erf(x) = 2 / sqrt(pi) times the integral of e^(-t^2) from 0 to x

#if defined(OPENACLNN_OPS_ERF_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ERF_INL_H_
#undef OPENACLNN_OPS_ERF_INL_H_
#else
#define OPENACLNN_OPS_ERF_INL_H_
#endif

#include "formulas/exp-inl.h"
#include "formulas/float_layout.h"
#include "formulas/lanes-inl.h"
#include "formulas/piecewise-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Floats: within 0.85 ULP. A polynomial of degree 7 in a - center for each of 8 intervals of a =
// |x|, as tanh. The coefficients come from scripts/fit_float_coefficients.py; a center is a float
// whose erf is one to 2^-32.
struct Erf {
  static constexpr int kCost = 250;  // picoseconds for an element in float, about

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    constexpr float kShift = FloatLayout<float>::kIntegerShift;
    static constexpr float kCenters[8] = {0.0f,
                                          0.41209280490875244f,
                                          0.7188178300857544f,
                                          1.0586353540420532f,
                                          1.4455859661102295f,
                                          1.9083833694458008f,
                                          2.534496545791626f,
                                          3.4147279262542725f};
    // Near 0 the first is 0, and 1 is left out of the second.
    static constexpr float kC0[8] = {0.0f,
                                     0.4399634599685669f,
                                     0.6906381249427795f,
                                     0.865642249584198f,
                                     0.9590827226638794f,
                                     0.9930422902107239f,
                                     0.9996620416641235f,
                                     0.9999986290931702f};
    // Coefficients of v, v^2, and so on.
    static constexpr float kC[7][8] = {
        {0.12837916612625122f, 0.9521447420120239f, 0.6730626821517944f, 0.36790645122528076f,
         0.13960523903369904f, 0.029565567150712013f, 0.0018310083542019129f,
         9.731960744829848e-06f},
        {2.479805516486522e-07f, -0.3923720121383667f, -0.48380953073501587f, -0.3894788324832916f,
         -0.20181140303611755f, -0.056422337889671326f, -0.004640573635697365f,
         -3.3414497011108324e-05f},
        {-0.3761366605758667f, -0.20959468185901642f, 0.007489125244319439f, 0.1522424817085266f,
         0.14795562624931335f, 0.0619286373257637f, 0.007230493240058422f, 7.26866492186673e-05f},
        {0.0001543578109703958f, 0.17397259175777435f, 0.15858495235443115f, 0.049249324947595596f,
         -0.03966525197029114f, -0.04029203578829765f, -0.007620777934789658f,
         -0.00010885864321608096f},
        {0.11181409657001495f, 0.034983713179826736f, -0.04755842685699463f, -0.06656090915203094f,
         -0.021459423005580902f, 0.012169972062110901f, 0.005560727324336767f,
         0.00012911554949823767f},
        {0.0029453164897859097f, -0.05066601186990738f, -0.030950957909226418f,
         0.009987940080463886f, 0.02066614292562008f, 0.0031928271055221558f,
         -0.002606106922030449f, -0.00014482259575743228f},
        {-0.02943878248333931f, -0.021991921588778496f, 0.011642090044915676f,
         0.013277786783874035f, -0.0032941855024546385f, -0.004491554107517004f,
         0.0005288798711262643f, 9.911561937769875e-05f}};
    const F a = Min(F(3.9192f), Abs(x));  // beyond, all floats are 1; a NaN stays
    const F root = Fnma(a, F(0.698f), F(2.735f));
    const F interval = Fnma(root, root, F(kShift + 7));
    const F v = a - LookUp(interval, kCenters);
    const F p = PiecewiseHorner(interval, v, kC);
    const F largest = Select(interval == F(kShift), a, LookUp(interval, kC0));
    return CopySign(Fma(p, v, largest), x);
  }
};

// Doubles: within 0.85 ULP. With a = |x| it is a + a P(a^2) up to 0.9, beyond 1.5 1 - e^(-a^2) P(a)
// / Q(a), and between them the erf of a center, which is a double to 2^-62, and what is near it.
// The coefficients come from scripts/fit_coefficients.py.
struct ErfOfDoubles {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F a = Min(F(6), Abs(x));  // beyond, all doubles are 1; a NaN stays
    const F square = a * a;
    const F near_tail =
        Polynomial(square, {0.1283791670955126, -0.37612638903183754, 0.11283791670955097,
                            -0.02686617064512363, 0.005223977625335303, -0.0008548327014520252,
                            0.0001205533250208752, -1.4925633057900706e-05, 1.6461686140185865e-06,
                            -1.635853784581412e-07, 1.4722430239821213e-08, -1.1647456094375896e-09,
                            6.484679568592251e-11});
    const F near = Fma(a, near_tail, a);
    const F v = a - F(1.2000000000000044);
    const F slope =
        Polynomial(v, {0.2673443470035363, -0.32081321640424465, 0.16753579078888506,
                       0.006416264328054832, -0.05334054411421033, 0.01962521382763075,
                       0.00597148481553306, -0.005996848532947957, 0.00043803736305217584,
                       0.0009609804683638861, -0.0002813432083370107, -8.937469708816366e-05,
                       5.612829910569833e-05, 2.440483810798348e-06, -7.038175738317276e-06});
    const F middle = Fma(v, slope, F(0.9103139782296366));
    const F p = Polynomial(
        a, {0.9999995066283457, 1.3977448571247035, 0.9608390340188662, 0.38146326826299415,
            0.08727126907466379, 0.009468465103321427, 4.78376868394227e-09});
    const F q = Polynomial(a, {1.0, 2.5261196106811417, 2.811278879877065, 1.7797314744412842,
                               0.6845940841967245, 0.15467789916639016, 0.016782755074440193});
    const ReducedExp<F> e = ExpReduced(-square, -Fms(a, a, square));
    const F power = AddToExponent(F(1) + (e.r + e.tail), e.exponent);
    const F far = Fnma(power, p / q, F(1));
    return CopySign(Select(a > F(1.5), far, Select(a > F(0.9), middle, near)), x);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
