//   relu(x) = x > 0 or x is NaN ? x : +0

#if defined(OPENACLNN_OPS_RELU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_RELU_INL_H_
#undef OPENACLNN_OPS_RELU_INL_H_
#else
#define OPENACLNN_OPS_RELU_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// The relu of numbers of any type, bit for bit.
struct Relu {
  static constexpr int kCost = 60;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return ZeroIf(x <= F(0), x);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
