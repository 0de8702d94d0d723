//   x - trunc(x)

#if defined(OPENACLNN_OPS_FRAC_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_FRAC_INL_H_
#undef OPENACLNN_OPS_FRAC_INL_H_
#else
#define OPENACLNN_OPS_FRAC_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "ops/math/rounding-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct Frac {
  static constexpr int kCost = 60;  // picoseconds for an element in float, about

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return x - Trunc()(x);
  }
};

// That of integers.
struct NoFraction {
  template <class F>
  OPENACLNN_INLINE F operator()(F) const {
    return F(0);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
