//   s(x) = 1 / (1 + e^-x)
//   gradInput = grad y (1 - y), y = s(x)

#if defined(OPENACLNN_OPS_SIGMOID_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SIGMOID_INL_H_
#undef OPENACLNN_OPS_SIGMOID_INL_H_
#else
#define OPENACLNN_OPS_SIGMOID_INL_H_
#endif

#include "formulas/guarded-inl.h"
#include "formulas/inline.h"
#include "formulas/lanes-inl.h"
#include "formulas/sigmoid-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Floats, in double: within 0.54 ULP.
struct Sigmoid {
  using Compute = double;
  static constexpr int kCost = 600;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(x > F(700), F(1), TimesSigmoidForFloat(F(1), x));  // from 700 on s is 1
  }
};

// Doubles: within 1.1 ULP.
struct SigmoidOfDoubles {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return TimesSigmoid(F(1), x, F(0));
  }
};

// Floats in double: 1 - y is rounded once, and nothing overflows.
struct SigmoidBackward {
  using Compute = double;
  static constexpr int kCost = 200;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    return grad * (y * (F(1) - AwayFromZero(y)));
  }
};

// Doubles: within 1.5 ULP.
struct SigmoidBackwardOfDoubles {
  using Compute = double;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    return grad * (y * (F(1) - y));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
