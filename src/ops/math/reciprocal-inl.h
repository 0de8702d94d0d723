//   1 / x

#if defined(OPENACLNN_OPS_RECIPROCAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_RECIPROCAL_INL_H_
#undef OPENACLNN_OPS_RECIPROCAL_INL_H_
#else
#define OPENACLNN_OPS_RECIPROCAL_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct Reciprocal {
  static constexpr int kCost = 100;
  static constexpr bool kQuietsNans = true;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return F(1) / x;
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
