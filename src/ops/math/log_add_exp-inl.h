//   log(e^x + e^y) = m + log(1 + e^-|x - y|), m = max(x, y), and the same by powers of 2

#if defined(OPENACLNN_OPS_LOG_ADD_EXP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_LOG_ADD_EXP_INL_H_
#undef OPENACLNN_OPS_LOG_ADD_EXP_INL_H_
#else
#define OPENACLNN_OPS_LOG_ADD_EXP_INL_H_
#endif

#include <limits>

#include "formulas/exp_in_parts-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/log_of_sum-inl.h"
#include "formulas/target.h"
#include "ops/math/exp-inl.h"
#include "ops/math/exp2-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace log_add_exp_internal {

struct Natural {
  template <class F>
  static OPENACLNN_INLINE F Power(F x) {
    return ExpOfDoubles()(x);
  }
  template <class F>
  static OPENACLNN_INLINE ExpInParts<F> PowerInParts(F x) {
    return NaturalExpInParts(x);
  }
  // The logarithm of e^t.
  template <class F>
  static OPENACLNN_INLINE F OfNatural(F t) {
    return t;
  }
};

struct Binary {
  template <class F>
  static OPENACLNN_INLINE F Power(F x) {
    return Exp2()(x);
  }
  template <class F>
  static OPENACLNN_INLINE ExpInParts<F> PowerInParts(F x) {
    return BinaryExpInParts(x);
  }
  template <class F>
  static OPENACLNN_INLINE F OfNatural(F t) {
    return t * F(0x1.71547652b82fep+0);  // 1 / ln(2)
  }
};

// log(1 + s) for s = p + q - 1, the powers of `larger` and `smaller`, where |s| is below 2^-11 of
// 1 - p. What cancels is exact to 2^-75.
template <class Base, class F>
OPENACLNN_INLINE F NearOne(F larger, F smaller) {
  const ExpInParts<F> a = Base::PowerInParts(larger);  // the exponent is 0 or -1
  const F scale = PowerOfTwo(a.exponent);
  const InParts<F> less_one = SumOfLarger(scale - F(1), scale * a.rest.high, scale * a.rest.low);
  const ExpInParts<F> b = Base::PowerInParts(Max(F(-700), smaller));
  const InParts<F> power = SumOfLarger(F(1), b.rest.high, b.rest.low);
  const F other_scale = PowerOfTwo(b.exponent);
  const F other = other_scale * power.high;
  const F sum = less_one.high + other;
  const F added = sum - less_one.high;
  const F lost = (less_one.high - (sum - added)) + (other - added);
  const F s = sum + (lost + Fma(other_scale, power.low, less_one.low));
  return Base::OfNatural(s - s * s * Fma(s, F(-1.0 / 3), F(0.5)));
}

}  // namespace log_add_exp_internal

// Within 0.501 ULP of a float, where x and y are floats too.
template <class Base>
struct LogOfAddedPowers {
  using Compute = double;
  static constexpr int kCost = 1500;  // picoseconds for an element in float, about

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const auto is_first = x > y;
    const F larger = Select(is_first, x, y), smaller = Select(is_first, y, x);
    const F distance = larger - smaller;
    const F log = Base::OfNatural(LogOfOneAnd(Base::Power(-distance)));
    F sum = larger + log;
    // Both terms are right to few ULP of them. Where little of them is left, that is too much.
    const auto cancels = Abs(sum) < F(0x1p-12) * Abs(larger);
    if (!All(Not(cancels))) {
      sum = Select(cancels, log_add_exp_internal::NearOne<Base>(larger, smaller), sum);
    }
    const F result = Select(Abs(larger) == F(kInfinity), larger, sum);
    return Select(smaller == smaller, result, smaller);
  }
};

using LogAddExp = LogOfAddedPowers<log_add_exp_internal::Natural>;

// The logarithm of twice a power is exact.
struct LogAddExp2 : LogOfAddedPowers<log_add_exp_internal::Binary> {
  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    const F sum = LogOfAddedPowers<log_add_exp_internal::Binary>::operator()(x, y);
    return Select(x == y, x + F(1), sum);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
