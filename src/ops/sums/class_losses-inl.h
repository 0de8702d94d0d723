// Numbers of rows and elements of losses of classes.

#if defined(OPENACLNN_OPS_CLASS_LOSSES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_CLASS_LOSSES_INL_H_
#undef OPENACLNN_OPS_CLASS_LOSSES_INL_H_
#else
#define OPENACLNN_OPS_CLASS_LOSSES_INL_H_
#endif

#include "formulas/exp-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// keep loss - share sum, or 0 where the target is ignored.
struct SmoothedLoss {
  using Compute = double;
  static constexpr int kCost = 300;

  double keep, share, ignored;

  template <class F>
  OPENACLNN_INLINE F operator()(F loss, F sum, F target) const {
    return Select(target == F(ignored), F(0), Fnma(F(share), sum, F(keep) * loss));
  }
};

// grad factor / divisor, or 0 where the factor is.
struct RowOfClassGradient {
  using Compute = double;
  static constexpr int kCost = 300;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F factor, F divisor) const {
    return Select(factor == F(0), F(0), grad * factor / divisor);
  }
};

// number (e^x - 1) where the column is the target, number e^x elsewhere, and 0 where the number is.
struct ClassGradient {
  using Compute = double;
  static constexpr int kCost = 800;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F number, F target, F column) const {
    const F limited = Min(F(1000), Max(F(-1000), x));  // a NaN stays
    const ReducedExp<F> e = ExpReduced(limited, F(0));
    const F power = TimesPowerOfTwo(F(1) + (e.r + e.tail), e.exponent);
    const F slope = Select(target == column, power - F(1), power);
    return Select(number == F(0), F(0), number * slope);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
