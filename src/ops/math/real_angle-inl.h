//   pi for x < 0, else 0

#if defined(OPENACLNN_OPS_REAL_ANGLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_REAL_ANGLE_INL_H_
#undef OPENACLNN_OPS_REAL_ANGLE_INL_H_
#else
#define OPENACLNN_OPS_REAL_ANGLE_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// NaN stays NaN.
struct RealAngle {
  using Compute = double;
  static constexpr int kCost = 60;  // picoseconds for an element, about

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F angle = Select(x < F(0), F(3.141592653589793), F(0));
    return Select(x == x, angle, x);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
