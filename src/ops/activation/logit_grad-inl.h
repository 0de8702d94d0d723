//   out = grad / (x (1 - x))   where eps <= x <= 1 - eps

#if defined(OPENACLNN_OPS_LOGIT_GRAD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_LOGIT_GRAD_INL_H_
#undef OPENACLNN_OPS_LOGIT_GRAD_INL_H_
#else
#define OPENACLNN_OPS_LOGIT_GRAD_INL_H_
#endif

#include <limits>

#include "formulas/inline.h"
#include "formulas/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Outside of the range, which is [0, 1] for eps < 0, out is what `Outside` says. Float, within 1
// ULP: 0.51 where the result is above 2^-118.
template <class T>
struct LogitGrad {
  static constexpr int kCost = 280;  // picoseconds for an element in float, about

  T eps;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    constexpr T kInfinity = std::numeric_limits<T>::infinity();
    // No x at all is inside where eps is NaN or at least 1.
    const bool some_inside = eps < 1;
    const F low = some_inside ? (eps < 0 ? T{0} : eps) : kInfinity;
    const F high = some_inside ? (eps < 0 ? T{1} : 1 - eps) : -kInfinity;
    const auto outside = Or(x<low, x> high);  // false for NaN
    return Select(outside, Outside(grad), Quotient(grad, x));
  }

  // 0 for 0 <= eps < 1 and eps = inf, grad / 0 for eps = 1, else NaN.
  template <class F>
  OPENACLNN_INLINE F Outside(F grad) const {
    constexpr T kInfinity = std::numeric_limits<T>::infinity();
    const bool zero = (eps >= 0 && eps < 1) || eps == kInfinity;
    const F constant = zero ? T{0} : std::numeric_limits<T>::quiet_NaN();
    return Select(F(eps) == F(1), grad * F(kInfinity), constant);
  }

  // grad / (x (1 - x)) for 0 <= x <= 1 as grad * (r + r_low), r + r_low the reciprocal.
  template <class F>
  OPENACLNN_INLINE F Quotient(F grad, F x) const {
    // Small x are scaled, so that their reciprocals do not overflow, and grad with them: if that
    // overflows, so does the quotient. The sum with 0 makes -0 a +0.
    const F scale = Select(x < F(0x1p-64f), F(0x1p64f), F(1));
    const F scaled_grad = grad * scale;
    const F scaled_x = Fma(x, scale, F(0));
    // 1 - x = c + c_low and scaled_x (1 - x) = d + d_low, exactly but for the last rounding.
    const F c = F(1) - x;
    const F c_low = (F(1) - c) - x;
    const F d = scaled_x * c;
    const F d_low = Fma(scaled_x, c_low, Fma(scaled_x, c, -d));
    // r is less than 1/d by 2^-21 of it, so that r_low is positive and grad = inf remains infinite.
    // d = 0 makes r infinite and the residual NaN, and Max makes that a positive number.
    const F r = F(1 - 0x1p-21f) / d;
    const F residual = Max(Fma(-r, d_low, Fma(-r, d, F(1))), F(0x1p-30f));
    const F r_low = r * residual;
    return Fma(scaled_grad, r, scaled_grad * r_low);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
