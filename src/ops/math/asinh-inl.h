//   asinh(x) = log(x + sqrt(x^2 + 1)), acosh(x) = log(x + sqrt(x^2 - 1)),
//   atanh(x) = log((1 + x) / (1 - x)) / 2

#if defined(OPENACLNN_OPS_ASINH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ASINH_INL_H_
#undef OPENACLNN_OPS_ASINH_INL_H_
#else
#define OPENACLNN_OPS_ASINH_INL_H_
#endif

#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/log_of_sum-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

namespace asinh_internal {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// log(1 + s), or, for a beyond 2^28, log(2 a), which the other is to 2^-57.
template <class F>
OPENACLNN_INLINE F LogOfOneAndOrTwice(F s, F a) {
  const auto is_far = a > F(0x1p28);
  const F sum = F(1) + s;
  const F added = sum - F(1);
  const F sum_low = (F(1) - (sum - added)) + (s - added);
  return LogOfSum(Select(is_far, a, sum), ZeroIf(is_far, sum_low), Select(is_far, F(1), F(0)));
}

}  // namespace asinh_internal

// Doubles: within 3 ULP. With a = |x| it is log(1 + a + a^2 / (1 + sqrt(1 + a^2))).
struct Asinh {
  using Compute = double;
  static constexpr int kCost = 1500;  // picoseconds for an element in float, about

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    using namespace asinh_internal;
    const F a = Abs(x);
    const F square = a * a;
    const F s = a + square / (F(1) + Sqrt(F(1) + square));
    const F log = LogOfOneAndOrTwice(s, a);
    const auto is_ordinary = And(a<F(kInfinity), a> F(0x1p-28));
    return CopySign(Select(is_ordinary, log, a), x);
  }
};

// Doubles: within 3 ULP. With t = x - 1 it is log(1 + t + sqrt(t (2 + t))).
struct Acosh {
  using Compute = double;
  static constexpr int kCost = 1500;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    using namespace asinh_internal;
    const F t = x - F(1);
    const F s = t + Sqrt(t * (F(2) + t));
    const F log = Select(x == F(kInfinity), x, LogOfOneAndOrTwice(s, x));
    return Select(x >= F(1), log, F(kNan));
  }
};

// Doubles: within 3 ULP. With a = |x| it is log(1 + 2 a / (1 - a)) / 2.
struct Atanh {
  using Compute = double;
  static constexpr int kCost = 1500;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    using namespace asinh_internal;
    const F a = Abs(x);
    const F log = F(0.5) * LogOfOneAnd((a + a) / (F(1) - a));
    const F inside = Select(a > F(0x1p-28), log, a);
    return CopySign(Select(a < F(1), inside, Select(a == F(1), F(kInfinity), F(kNan))), x);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
