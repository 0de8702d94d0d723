//   tan(x), and sinc(x) = sin(pi x) / (pi x)
//
// As the sine, of a whole number of quarters of a turn and a rest.

#if defined(OPENACLNN_OPS_TAN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_TAN_INL_H_
#undef OPENACLNN_OPS_TAN_INL_H_
#else
#define OPENACLNN_OPS_TAN_INL_H_
#endif

#include <cmath>
#include <limits>

#include "formulas/far_quarters.h"
#include "formulas/float_layout.h"
#include "formulas/lanes-inl.h"
#include "formulas/quarters-inl.h"
#include "formulas/scalar.h"
#include "formulas/target.h"
#include "ops/math/sin-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

namespace tan_internal {

template <class F>
OPENACLNN_INLINE F TanOf(const Quarters<F>& x) {
  return SinOf(x) / SinOf(Quarters<F>{x.shifted + F(1), x.rest, x.rest_low});
}

// The tangent of a double for which pi / 2 in parts is not enough.
struct TanOfFar {
  OPENACLNN_ON_DEVICE double operator()(double x) const {
    if (!(x - x == 0)) return std::numeric_limits<double>::quiet_NaN();
    const FarQuarters far = QuartersOf(x);
    const double shifted =
        FloatLayout<double>::kIntegerShift + static_cast<double>(far.quarters % 4);
    return TanOf(Quarters<OneLane<double>>{shifted, far.rest, far.rest_low}).raw;
  }
};

}  // namespace tan_internal

// Doubles: within 3 ULP.
struct Tan {
  using Compute = double;
  static constexpr int kCost = 1000;  // picoseconds for an element in float, about

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const auto is_far = Not(Abs(x) <= F(sin_internal::kFar));
    const F near = tan_internal::TanOf(sin_internal::QuartersOfDouble(x));
    return Select(x == F(0), x, ComputeIf(is_far, x, tan_internal::TanOfFar(), near));
  }
};

// Doubles: within 3 ULP. Whole numbers other than 0 give 0.
struct Sinc {
  using Compute = double;
  static constexpr int kCost = 1000;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    constexpr double kShift = FloatLayout<double>::kIntegerShift;
    constexpr double kPi = 0x1.921fb54442d18p+1, kPiLow = 0x1.1a62633145c07p-53;
    // Whole turns, and then quarters, are taken off exactly. From 2^52 on all numbers are whole.
    const F a = Min(F(0x1p52), Abs(x));  // a NaN stays
    const F turns = (a * F(0.125) + F(kShift)) - F(kShift);
    const F left = Fnma(turns, F(8), a);
    const F shifted = (left + left) + F(kShift);
    const F r = Fnma(shifted - F(kShift), F(0.5), left);
    const F rest = r * F(kPi);
    const F rest_low = Fma(r, F(kPiLow), Fms(r, F(kPi), rest));
    const F sin = SinOf(Quarters<F>{shifted, rest, rest_low});
    const F quotient = sin / (a * F(kPi));
    const F value = Select(a < F(0x1p-28), F(1), ZeroIf(sin == F(0), quotient));
    return Select(Abs(x) < F(std::numeric_limits<double>::infinity()), value, x - x);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
