// The inverse of the error function.
//
// Coefficients come from scripts/fit_coefficients.py.

#if defined(OPENACLNN_OPS_ERFINV_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ERFINV_INL_H_
#undef OPENACLNN_OPS_ERFINV_INL_H_
#else
#define OPENACLNN_OPS_ERFINV_INL_H_
#endif

#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/log-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Floats, in double: within 0.51 ULP.
struct Erfinv {
  using Compute = double;
  static constexpr int kCost = 1000;

  // erfinv(x) = x P(w) / Q(w), w = -log(1 - x^2), fitted to 2^-31 up to w = 16, beyond all floats
  // below 1. Near 0 an error of w counts little.
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    const F a = Abs(x);
    const F w = -LogForFloat((F(1) - a) * (F(1) + a));
    const F p = Horner(
        w, {0.8862269257327959, 0.28734917688098094, 0.05362703904699385, 0.006689094330903053,
            0.0005130745275664041, 1.5705714895855285e-05, -5.896783475835315e-07});
    const F q = Horner(w, {1.0, 0.062439448335469924, 0.031132924094747667, 0.0012185514380691886,
                           0.000163078662053469, -2.340428920005306e-06, -3.4886454701585033e-08});
    const F outside = Select(a == F(1), x * F(kInfinity), F(kNan));
    return Select(a < F(1), x * (p / q), outside);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
