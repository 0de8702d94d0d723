//   prelu(x)   = x > 0 ? x : weight * x
//   gradInput  = x > 0 ? grad : weight * grad
//   gradWeight = the sum of x > 0 ? 0 : x * grad

#if defined(OPENACLNN_OPS_PRELU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_PRELU_INL_H_
#undef OPENACLNN_OPS_PRELU_INL_H_
#else
#define OPENACLNN_OPS_PRELU_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// One product, rounded once. Zeros and NaN take the second branch.
struct Prelu {
  static constexpr int kCost = 90;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F weight) const {
    return Select(x > F(0), x, weight * x);
  }
};

// The result, gradInput, is one product, rounded once. Zeros and NaN take the second branch.
template <class T>
struct PreluBackward {
  static constexpr int kCost = 130;  // picoseconds for an element in float, about

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x, F weight) const {
    return Select(x > F(0), grad, weight * grad);
  }

  // What gradWeight sums over: the product a b, or nothing.
  template <class Mask, class F>
  struct TermOf {
    Mask none;
    F a, b;
  };
  template <class F>
  OPENACLNN_INLINE auto Term(F grad, F x, F /*weight*/) const {
    const auto positive = x > F(0);
    return TermOf<decltype(x > x), F>{positive, x, grad};
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
