//   gradInput = grad * sigmoid(beta x)   where beta x <= threshold
//             = grad                     above: softplus is x there

#if defined(OPENACLNN_OPS_SOFTPLUS_BACKWARD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SOFTPLUS_BACKWARD_INL_H_
#undef OPENACLNN_OPS_SOFTPLUS_BACKWARD_INL_H_
#else
#define OPENACLNN_OPS_SOFTPLUS_BACKWARD_INL_H_
#endif

#include <type_traits>

#include "formulas/inline.h"
#include "formulas/lanes-inl.h"
#include "formulas/scalar.h"
#include "formulas/sigmoid-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// beta x is compared as it is, not as it rounds. Float: within 0.54 ULP. Double: within 0.7 ULP
// (1.1 where grad or the result is subnormal), where a product beyond the range of double counts as
// infinite, or as 0.
template <class T>
struct SoftplusBackward {
  static constexpr int kCost = 450;  // picoseconds for an element in float, about

  T beta, threshold;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    if constexpr (std::is_same_v<T, float>) {
      return InDouble(
          [this](auto g, auto wide_x) HWY_ATTR {
            using Wide = decltype(g);
            const Wide t = wide_x * Wide(beta);  // exact
            return Select(t > Wide(threshold), g, TimesSigmoidForFloat(g, t));
          },
          grad, x);
    } else {
      const F t = x * F(beta);
      const F low = Fma(x, F(beta), -t);
      const auto above = Or(t > F(threshold), And(t == F(threshold), low > F(0)));
      return Select(above, grad, TimesSigmoid(grad, t, low));
    }
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
