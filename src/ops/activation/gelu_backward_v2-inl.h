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
#include "formulas/scalar.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

namespace gelu_internal {

// h(x) from `tail`, h(-|x|), which vanishes at infinity, where its expression may not.
template <class F>
OPENACLNN_INLINE F FromTail(F tail, F x) {
  const F below = ZeroIf(Abs(x) == F(std::numeric_limits<double>::infinity()), tail);
  return Select(x < F(0), below, F(1) - below);
}

}  // namespace gelu_internal

// h(x) = Phi(x) + x phi(x), the normal distribution and its density. Float, within 0.54 ULP.
struct GeluErfDerivative {
  // For 0 <= a the tail is h(-a) = (1 - Phi(a)) - a phi(a) = e^(-a^2/2) (root - a) P(a) / Q(a),
  // where root is its only zero, so that nothing cancels. P / Q is fitted to 2^-32 for a <= 20; the
  // rest of the tail is 0 in float whatever grad is.
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F a = Abs(x);
    const F root = 0.7517915246935645;
    const F exp = Exp2ForFloat(Max(F(-1022), a * a * F(-0x1.71547652b82fep-1)));
    const F p = Polynomial(a, {0.665077995250828, 0.8731518212018895, 0.523647370543285,
                               0.17405626044205763, 0.0320821447959565, 0.002665945957704091});
    const F q = Polynomial(a, {1.0, 1.5784694242213104, 1.0599162183585848, 0.3825229302197678,
                               0.07539402037980002, 0.006682537147042435});
    return gelu_internal::FromTail((root - a) * exp * p / q, x);
  }
};

// h(x) = s + x s (1 - s) w'(x), s = sigmoid(w(x)), w(x) = 2 sqrt(2 / pi) (x + 0.044715 x^3). Float,
// within 0.57 ULP.
struct GeluTanhDerivative {
  // With e = e^-w(a) the tail is h(-a) = e (1 + e - a w'(a)) / (1 + e)^2. The middle factor has a
  // zero at 0.75246142; the float nearest to it is 2^-26.4 away, where the factor is 2^-25.1 and an
  // exponential in full double precision leaves it right to 2^-27.
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F a = Abs(x);
    const F square = a * a;
    const F y = a * Fma(square, F(-0.1029432395800235), F(-2.3022081981443248));  // -w(a) / ln(2)
    const F slope = Fma(square, F(0.21406444881780073), F(1.5957691216057308));   // w'(a)
    const F e = Exp2(Max(F(-1022), y));
    const F sum = F(1) + e;
    return gelu_internal::FromTail(e * Fma(-a, slope, sum) / (sum * sum), x);
  }
};

template <class Derivative>
struct GeluBackward {
  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return InDouble([](auto g, auto wide_x) HWY_ATTR { return g * Derivative()(wide_x); }, grad, x);
  }
};

template <class T>
struct GeluBackwardErf : GeluBackward<GeluErfDerivative> {
  static constexpr int kCost = 700;  // picoseconds for an element in float, about
};

template <class T>
struct GeluBackwardTanh : GeluBackward<GeluTanhDerivative> {
  static constexpr int kCost = 800;
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
