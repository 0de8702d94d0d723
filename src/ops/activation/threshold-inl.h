//   threshold(x) = x <= threshold ? value : x
//   out          = x <= threshold ? +0 : grad

#if defined(OPENACLNN_OPS_THRESHOLD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_THRESHOLD_INL_H_
#undef OPENACLNN_OPS_THRESHOLD_INL_H_
#else
#define OPENACLNN_OPS_THRESHOLD_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Selects, bit for bit, of floats and integers: a NaN x, and a NaN threshold, block nothing.
template <class T>
struct Threshold {
  static constexpr int kCost = 60;

  T threshold, value;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(x <= F(threshold), F(value), x);
  }
};

template <class T>
struct ThresholdBackward {
  static constexpr int kCost = 90;

  T threshold;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return ZeroIf(x <= F(threshold), grad);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
