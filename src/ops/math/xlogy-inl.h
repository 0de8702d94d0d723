//   x log(y), where x or y may be a number; 0 where x is 0

#if defined(OPENACLNN_OPS_XLOGY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_XLOGY_INL_H_
#undef OPENACLNN_OPS_XLOGY_INL_H_
#else
#define OPENACLNN_OPS_XLOGY_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "ops/math/log-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Doubles: within 2 ULP. Even the logarithm of 0 times 0 is 0, but not that of a NaN.
struct XLogY {
  using Compute = double;
  static constexpr int kCost = 900;  // picoseconds for an element in float, about

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    const F product = ZeroIf(x == F(0), x * LogOfDoubles()(y));
    return Select(y != y, y, product);
  }
};

// T: float, or double of DOUBLE.
template <class T>
struct XLogYOfNumber {
  using Compute = double;
  static constexpr int kCost = XLogY::kCost;

  T number;

  template <class F>
  OPENACLNN_INLINE F operator()(F y) const {
    return XLogY()(F(static_cast<typename F::Lane>(number)), y);
  }
};

template <class T>
struct XLogYByNumber {
  using Compute = double;
  static constexpr int kCost = XLogY::kCost;

  T number;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return XLogY()(x, F(static_cast<typename F::Lane>(number)));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
