//   heaviside(x, value) = x == 0 ? value : x > 0 ? 1 : +0

#if defined(OPENACLNN_OPS_HEAVISIDE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_HEAVISIDE_INL_H_
#undef OPENACLNN_OPS_HEAVISIDE_INL_H_
#else
#define OPENACLNN_OPS_HEAVISIDE_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// A select; NaN is not above 0.
struct Heaviside {
  static constexpr int kCost = 90;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F value) const {
    return Select(x == F(0), value, ZeroIf(Not(x > F(0)), F(1)));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
