//   gradInput  = x > 0 ? grad : weight * grad
//   gradWeight = the sum of x > 0 ? 0 : x * grad

#if defined(OPENACLNN_OPS_PRELU_BACKWARD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_PRELU_BACKWARD_INL_H_
#undef OPENACLNN_OPS_PRELU_BACKWARD_INL_H_
#else
#define OPENACLNN_OPS_PRELU_BACKWARD_INL_H_
#endif

#include "formulas/inline.h"
#include "formulas/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Each value is one product, rounded once. Zeros and NaN take the second branch.
template <class T>
struct PreluBackward {
  static constexpr int kCost = 130;  // picoseconds for an element in float, about

  template <class F>
  struct Pair {
    F result;  // gradInput
    F term;    // of gradWeight
  };

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F grad, F x, F weight) const {
    const auto positive = x > F(0);
    return {Select(positive, grad, weight * grad), ZeroIf(positive, x * grad)};
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
