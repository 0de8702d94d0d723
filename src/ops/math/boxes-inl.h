// Rectangles, and what they have in common.

#if defined(OPENACLNN_OPS_BOXES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_BOXES_INL_H_
#undef OPENACLNN_OPS_BOXES_INL_H_
#else
#define OPENACLNN_OPS_BOXES_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "ops/math/maximum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// (x1 - x0 + eps) (y1 - y0 + eps)
struct AreaOfBox {
  using Compute = double;
  static constexpr int kCost = 200;

  double eps;

  template <class F>
  OPENACLNN_INLINE F operator()(F x0, F x1, F y0, F y1) const {
    return (x1 - x0 + F(eps)) * (y1 - y0 + F(eps));
  }
};

// max(min(a1, b1) - max(a0, b0) + eps, 0); a NaN gives NaN.
struct CommonSide {
  using Compute = double;
  static constexpr int kCost = 200;

  double eps;

  template <class F>
  OPENACLNN_INLINE F operator()(F a0, F a1, F b0, F b1) const {
    const F side = Minimum()(a1, b1) - Maximum()(a0, b0) + F(eps);
    return Select(side < F(0), F(0), side);
  }
};

// What rectangles have in common, by its sides, as a share of both areas together.
struct ShareOfUnion {
  using Compute = double;
  static constexpr int kCost = 300;

  template <class F>
  OPENACLNN_INLINE F operator()(F width, F height, F first, F second) const {
    const F common = width * height;
    return common / (first + second - common);
  }
};

// The same as a share of the second area.
struct ShareOfSecond {
  using Compute = double;
  static constexpr int kCost = 300;

  template <class F>
  OPENACLNN_INLINE F operator()(F width, F height, F second) const {
    return width * height / second;
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
