//   leaky relu(x) = x > 0 ? x : slope x
//   out           = x > 0 ? grad : slope grad

#if defined(OPENACLNN_OPS_LEAKY_RELU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_LEAKY_RELU_INL_H_
#undef OPENACLNN_OPS_LEAKY_RELU_INL_H_
#else
#define OPENACLNN_OPS_LEAKY_RELU_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// One rounding, of the product.
template <class T>
struct LeakyRelu {
  static constexpr int kCost = 60;

  T slope;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(x > F(0), x, F(slope) * x);
  }
};

template <class T>
struct LeakyReluBackward {
  static constexpr int kCost = 90;

  T slope;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return Select(x > F(0), grad, F(slope) * grad);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
