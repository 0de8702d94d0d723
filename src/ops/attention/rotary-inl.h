// Rotary positions: the sum and the difference of two products. In double, where the products of
// floats are exact.

#if defined(OPENACLNN_OPS_ROTARY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ROTARY_INL_H_
#undef OPENACLNN_OPS_ROTARY_INL_H_
#else
#define OPENACLNN_OPS_ROTARY_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct SumOfProducts {
  using Compute = double;
  static constexpr int kCost = 250;

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b, F c, F d) const {
    return a * b + c * d;
  }
};

struct DifferenceOfProducts {
  using Compute = double;
  static constexpr int kCost = 250;

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b, F c, F d) const {
    return a * b - c * d;
  }
};

// sign a b
struct SignedProduct {
  using Compute = double;
  static constexpr int kCost = 200;

  double sign;

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    return F(sign) * (a * b);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
