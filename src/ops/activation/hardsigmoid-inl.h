//   hardsigmoid(x) = x >= 3 ? 1 : x <= -3 ? +0 : (x + 3) / 6
//   out            = -3 < x < 3 ? grad / 6 : +0

#if defined(OPENACLNN_OPS_HARDSIGMOID_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_HARDSIGMOID_INL_H_
#undef OPENACLNN_OPS_HARDSIGMOID_INL_H_
#else
#define OPENACLNN_OPS_HARDSIGMOID_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/sixth-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Within 0.5001 ULP.
struct Hardsigmoid {
  static constexpr int kCost = 110;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const Sixth<F> sixth = SixthOfThreeAnd(x);
    return Select(x >= F(3), F(1), ZeroIf(x <= F(-3), sixth.high + sixth.low));
  }
};

// Truncated.
struct HardsigmoidOfIntegers {
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return ZeroIf(x < F(3), F(1));
  }
};

// A sixth of a float is never near enough to a tie of 16 bits for its own rounding to put it there.
struct HardsigmoidBackward {
  static constexpr int kCost = 120;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return ZeroIf(Not(Abs(x) < F(3)), grad / F(6));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
