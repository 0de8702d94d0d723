//   gradInput = grad * gelu'(x), for gelu(x) = x Phi(x) and for its approximation by tanh
//
// Both derivatives h satisfy h(-x) = 1 - h(x): h(x) is the tail h(-a), a = |x|, or 1 less it. They
// are computed in double without cancellation and rounded once, together with the product.

#if defined(OPENACLNN_OPS_GELU_BACKWARD_V2_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_GELU_BACKWARD_V2_INL_H_
#undef OPENACLNN_OPS_GELU_BACKWARD_V2_INL_H_
#else
#define OPENACLNN_OPS_GELU_BACKWARD_V2_INL_H_
#endif

#include <limits>

#include "formulas/exp-inl.h"
#include "formulas/inline.h"
#include "formulas/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

namespace gelu_internal {

// |x|, but no more than 20: the rest of the tail is 0 in float whatever grad is.
template <class F>
OPENACLNN_INLINE F Size(F x) {
  return Min(F(20), Abs(x));  // a NaN stays
}

// grad * h(x) from the tail, given as a fraction and a factor.
template <class F>
OPENACLNN_INLINE F FromTail(F grad, F x, F factor, F numerator, F denominator) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const F tail = ZeroIf(x == F(-kInfinity), factor * numerator);
  return grad * (Select(x < F(0), tail, denominator - tail) / denominator);
}

}  // namespace gelu_internal

// h(x) = Phi(x) + x phi(x), the normal distribution and its density. Within 0.54 ULP.
template <class T>
struct GeluBackwardErf {
  using Compute = double;
  static constexpr int kCost = 930;  // picoseconds for an element in float, about

  // The tail is h(-a) = (1 - Phi(a)) - a phi(a) = e^(-a^2/2) (root - a) P(b) / Q(b), where root is
  // its only zero, so that nothing cancels, and e^(-a^2/2) = 2^(-b^2). P / Q is fitted to 2^-32.
  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    const F a = gelu_internal::Size(x);
    const F b = a * F(0.8493218002880191);
    const F p = Horner(b, {0.665077995250828, 1.0280577054607445, 0.725929396999414,
                           0.2841010466075557, 0.061655852640709774, 0.006032397943336036});
    const F q = Horner(b, {1.0, 1.8585057203124016, 1.4693558767700248, 0.6243680322145171,
                           0.14489313729154088, 0.015120982938754636});
    const F root = 0.7517915246935645;
    return gelu_internal::FromTail(grad, x, Exp2OfMinusProductForFloat(b, b), (root - a) * p, q);
  }
};

// h(x) = s + x s (1 - s) w'(x), s = sigmoid(w(x)), w(x) = 2 sqrt(2 / pi) (x + 0.044715 x^3). Within
// 0.61 ULP.
template <class T>
struct GeluBackwardTanh {
  using Compute = double;
  static constexpr int kCost = 800;

  // With e = e^-w(a) the tail is h(-a) = e (1 + e - a w'(a)) / (1 + e)^2. The middle factor has a
  // zero at 0.75246142, where the exponential has none but rounding errors; the float nearest to it
  // is 2^-26.4 away, where the factor is 2^-25.1 and is left right to 2^-27.
  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    const F a = gelu_internal::Size(x);
    const F square = a * a;
    const F y = Fma(square, F(0.1029432395800235), F(2.3022081981443248));       // w(a) / (a ln(2))
    const F slope = Fma(square, F(0.21406444881780073), F(1.5957691216057308));  // w'(a)
    const F e = Exp2OfMinusProductForFloat(a, y);
    const F sum = F(1) + e;
    return gelu_internal::FromTail(grad, x, e, Fnma(a, slope, sum), sum * sum);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
