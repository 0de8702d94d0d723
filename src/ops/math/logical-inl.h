//   x and y, x or y, either x or y, not x: 1 or 0; what is not 0 is true, NaN too

#if defined(OPENACLNN_OPS_LOGICAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_LOGICAL_INL_H_
#undef OPENACLNN_OPS_LOGICAL_INL_H_
#else
#define OPENACLNN_OPS_LOGICAL_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct LogicalAnd {
  static constexpr int kCost = 90;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return Select(And(x != F(0), y != F(0)), F(1), F(0));
  }
};

struct LogicalOr {
  static constexpr int kCost = 90;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return Select(And(x == F(0), y == F(0)), F(0), F(1));
  }
};

struct LogicalXor {
  static constexpr int kCost = 90;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    const F not_y = Select(y == F(0), F(1), F(0));
    return Select(x == F(0), F(1) - not_y, not_y);
  }
};

struct LogicalNot {
  static constexpr int kCost = 60;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(x == F(0), F(1), F(0));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
