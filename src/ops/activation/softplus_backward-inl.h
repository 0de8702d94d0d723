//   gradInput = grad * sigmoid(beta x)   where beta x <= threshold
//             = grad                     above: softplus is x there

#if defined(OPENACLNN_OPS_SOFTPLUS_BACKWARD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SOFTPLUS_BACKWARD_INL_H_
#undef OPENACLNN_OPS_SOFTPLUS_BACKWARD_INL_H_
#else
#define OPENACLNN_OPS_SOFTPLUS_BACKWARD_INL_H_
#endif

#include "formulas/inline.h"
#include "formulas/lanes-inl.h"
#include "formulas/sigmoid-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// beta x is compared as it is, not as it rounds. Double: within 0.7 ULP (1.1 where grad or the
// result is subnormal), where a product beyond the range of double counts as infinite, or as 0.
template <class T>
struct SoftplusBackward {
  using Compute = double;

  double beta, threshold;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    const F t = x * F(beta);
    const F low = Fma(x, F(beta), -t);
    const auto above = Or(t > F(threshold), And(t == F(threshold), low > F(0)));
    return Select(above, grad, TimesSigmoid(grad, t, low));
  }
};

// Float: within 0.54 ULP.
template <>
struct SoftplusBackward<float> {
  using Compute = double;
  static constexpr int kCost = 650;  // picoseconds for an element in float, about

  float beta, threshold;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    const F t = x * F(beta);  // exact
    // From 700 on sigmoid is 1.
    const double limit = threshold <= 700 ? threshold : 700;
    return Select(t > F(limit), grad, TimesSigmoidForFloat(grad, t));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
