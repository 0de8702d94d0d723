//   1 / sqrt(x)

#if defined(OPENACLNN_OPS_RSQRT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_RSQRT_INL_H_
#undef OPENACLNN_OPS_RSQRT_INL_H_
#else
#define OPENACLNN_OPS_RSQRT_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Within 0.501 ULP: the quotient, and a step of Newton's method from what it leaves of 1.
struct Rsqrt {
  static constexpr int kCost = 250;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F y = F(1) / Sqrt(x);
    const F root = x * y, root_low = Fms(x, y, root);
    const F rest = Fnma(root_low, y, Fnma(root, y, F(1)));  // 1 - x y^2
    // For zeros and inf, y is the result, and the product NaN.
    return Select(root == root, Fma(F(0.5) * rest, y, y), y);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
