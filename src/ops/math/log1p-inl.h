//   log(1 + x)

#if defined(OPENACLNN_OPS_LOG1P_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_LOG1P_INL_H_
#undef OPENACLNN_OPS_LOG1P_INL_H_
#else
#define OPENACLNN_OPS_LOG1P_INL_H_
#endif

#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/log_of_sum-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Doubles: within 1.5 ULP.
struct NaturalLog1p {
  using Compute = double;
  static constexpr int kCost = 700;  // picoseconds for an element in float, about

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    const auto is_itself = Or(x == F(0), x == F(kInfinity));
    const F inside = Select(is_itself, x, LogOfOneAnd(x));
    return Select(x > F(-1), inside, Select(x == F(-1), F(-kInfinity), F(kNan)));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
