//   x > 0 ? 1 : x < 0 ? -1 : 0

#if defined(OPENACLNN_OPS_SIGN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SIGN_INL_H_
#undef OPENACLNN_OPS_SIGN_INL_H_
#else
#define OPENACLNN_OPS_SIGN_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct Sign {
  static constexpr int kCost = 60;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(x > F(0), F(1), Select(x < F(0), F(-1), F(0)));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
