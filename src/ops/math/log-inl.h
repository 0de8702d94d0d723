//   log(x)

#if defined(OPENACLNN_OPS_LOG_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_LOG_INL_H_
#undef OPENACLNN_OPS_LOG_INL_H_
#else
#define OPENACLNN_OPS_LOG_INL_H_
#endif

#include <limits>

#include "formulas/guarded-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Doubles: within 0.9 ULP. The coefficients come from scripts/fit_coefficients.py.
struct LogOfDoubles {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    // x = 2^n m, m within a factor of sqrt(2) of 1. Subnormal numbers are made normal.
    const auto is_small = x < F(0x1p-1022);
    const F scaled = Select(is_small, x * F(0x1p54), x);
    const F exponent = ExponentOf(scaled * F(1.4142135623730951));
    const F f = AddToExponent(scaled, -exponent) - F(1);
    const F n = exponent - Select(is_small, F(54), F(0));
    // log(1 + f) = 2 atanh(s) = 2 s + s R = f - f^2 / 2 + s (f^2 / 2 + R), so that what is largest
    // is exact.
    const F s = f / (F(2) + f);
    const F z = s * s;
    const F r = z * Polynomial(z, {0.6666666666666735, 0.39999999999411295, 0.28571428743010735,
                                   0.2222219851703016, 0.18183566992445907, 0.15313986449614153,
                                   0.1479656490226902});
    const F half_square = F(0.5) * f * f;
    const F high = n * F(0x1.62e42fee00000p-1), low = n * F(0x1.a39ef35793c76p-33);  // ln(2)
    const F log = high - ((half_square - Fma(s, half_square + r, low)) - f);
    const F positive = Select(x == F(kInfinity), x, log);
    return Select(x > F(0), positive, Select(x == F(0), F(-kInfinity), F(kNan)));
  }
};

// Floats: within 0.9 ULP. The coefficients come from scripts/fit_float_coefficients.py.
struct Log {
  static constexpr int kCost = 180;  // picoseconds for an element in float, about

  OPENACLNN_ON_DEVICE LogOfDoubles ExactForm() const { return {}; }

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F n = ExponentOf(x * F(1.41421356f));
    const F f = AddToExponent(x, -n) - F(1);
    const F square = f * f;
    const F q = Polynomial(f, {-0.49999988079071045f, 0.33333325386047363f, -0.2500160336494446f,
                               0.20001986622810364f, -0.16608648002147675f, 0.1418152153491974f,
                               -0.13246145844459534f, 0.12906889617443085f, -0.07616908103227615f});
    const F whole = n * F(0x1.62e4p-1f);  // exact
    const F high = whole + f;
    const F rest = (whole - high) + f;  // exact
    return high + Fma(square, q, Fma(n, F(0x1.7f7d1cp-20f), rest));
  }
  // Normal numbers above 0.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F) const {
    return And(x >= F(std::numeric_limits<float>::min()),
               x <= F(std::numeric_limits<float>::max()));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
