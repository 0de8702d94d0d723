//   sqrt(x)

#if defined(OPENACLNN_OPS_SQRT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SQRT_INL_H_
#undef OPENACLNN_OPS_SQRT_INL_H_
#else
#define OPENACLNN_OPS_SQRT_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct Root {
  static constexpr int kCost = 120;
  static constexpr bool kQuietsNans = true;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Sqrt(x);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
