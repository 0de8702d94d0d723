//   erfc(x) = 1 - erf(x) = 2 / sqrt(pi) times the integral of e^(-t^2) from x on

#if defined(OPENACLNN_OPS_ERFC_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ERFC_INL_H_
#undef OPENACLNN_OPS_ERFC_INL_H_
#else
#define OPENACLNN_OPS_ERFC_INL_H_
#endif

#include "formulas/exp-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/target.h"
#include "ops/math/erf-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Doubles: within 4 ULP. With a = |x| the tail is erfc(a) = e^(-a^2) / (1 + 2 a) g(a), where g,
// from 1 to 1.2, is a polynomial in (a - 3.75) / (a + 3.75), and up to 1/2 it is 1 - erf(a). The
// coefficients come from scripts/fit_coefficients.py.
struct Erfc {
  using Compute = double;
  static constexpr int kCost = 1500;  // picoseconds for an element in float, about

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F a = Min(F(27.5), Abs(x));  // beyond it is 0 or 2; a NaN stays
    const F v = (a - F(3.75)) / (a + F(3.75)) + F(0.11961722488038277);
    const F slope =
        Polynomial(v, {-0.13671803908437305,    -0.03705596521638854,    0.14976930318233475,
                       -0.1784507550271722,     0.14392812323457296,     -0.08658287380253488,
                       0.0385126652400528,      -0.011361122528587219,   0.0011603241539547074,
                       0.0007110804440807174,   -0.00033263873492456593, 3.3451148932241377e-06,
                       3.84349367986978e-05,    -6.786594670049385e-06,  -4.072949926665144e-06,
                       1.3007557837738818e-06,  4.804787551128667e-07,   -2.0390096394345578e-07,
                       -6.718202895317614e-08,  2.9539141762060884e-08,  9.734304361409734e-09,
                       -3.7075589047731084e-09, -9.541002413400225e-10,  2.973044498178039e-10});
    const F g = F(1.2541735873628888) + Fma(v, slope, F(7.442875722802574e-17));
    const F square = a * a;
    const ReducedExp<F> e = ExpReduced(-square, -Fms(a, a, square));
    const F part = (F(1) + (e.r + e.tail)) * (g / (F(1) + (a + a)));
    const F far = TimesPowerOfTwo(part, e.exponent);
    const F tail = Select(a < F(0.5), F(1) - ErfOfDoubles()(a), far);
    return Select(x < F(0), F(2) - tail, tail);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
