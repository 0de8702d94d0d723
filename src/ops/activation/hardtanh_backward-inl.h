//   out = x <= min or x >= max ? 0 : grad

#if defined(OPENACLNN_OPS_HARDTANH_BACKWARD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_HARDTANH_BACKWARD_INL_H_
#undef OPENACLNN_OPS_HARDTANH_BACKWARD_INL_H_
#else
#define OPENACLNN_OPS_HARDTANH_BACKWARD_INL_H_
#endif

#include "formulas/inline.h"
#include "formulas/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// A select: a NaN x lets grad through bit for bit, and a blocked grad is +0 whatever it was.
template <class T>
struct HardtanhBackward {
  static constexpr int kCost = 90;  // picoseconds for an element in float, about

  T min, max;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return ZeroIf(Or(x <= F(min), x >= F(max)), grad);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
