// What masks make of scores before softmax, and of its gradient.

#if defined(OPENACLNN_OPS_MASKED_SOFTMAX_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MASKED_SOFTMAX_INL_H_
#undef OPENACLNN_OPS_MASKED_SOFTMAX_INL_H_
#else
#define OPENACLNN_OPS_MASKED_SOFTMAX_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// scale x, or -10000 where the mask is not 0.
struct MaskedScore {
  using Compute = double;
  static constexpr int kCost = 200;

  double scale;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F mask) const {
    return Select(mask == F(0), F(scale) * x, F(-10000));
  }
};

// scale (grad y - sum y), or 0 where the mask is not 0.
struct MaskedSoftmaxGradient {
  using Compute = double;
  static constexpr int kCost = 300;

  double scale;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y, F sum, F mask) const {
    return Select(mask == F(0), F(scale) * Fnma(sum, y, grad * y), F(0));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
