//   log2(x), and log10(x) = log2(x) log10(2)

#if defined(OPENACLNN_OPS_LOG2_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_LOG2_INL_H_
#undef OPENACLNN_OPS_LOG2_INL_H_
#else
#define OPENACLNN_OPS_LOG2_INL_H_
#endif

#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/pow-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

namespace log2_internal {

// The logarithm of what it was made of, a number above 0; of others what a logarithm is there.
template <class F>
OPENACLNN_INLINE F OfPositive(F x, F log) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const F positive = Select(x == F(kInfinity), x, log);
  return Select(x > F(0), positive, Select(x == F(0), F(-kInfinity), F(kNan)));
}

}  // namespace log2_internal

// Doubles: within 0.501 ULP. Powers of 2 are exact.
struct Log2 {
  using Compute = double;
  static constexpr int kCost = 1500;  // picoseconds for an element in float, about

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const pow_internal::Parts<F> log = pow_internal::Log2InParts(x);
    return log2_internal::OfPositive(x, log.high + log.low);
  }
};

// Doubles: within 0.501 ULP. Powers of 10 are exact.
struct Log10 {
  using Compute = double;
  static constexpr int kCost = 1500;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const pow_internal::Parts<F> scale = {F(0x1.34413509f79ffp-2), F(-0x1.9dc1da994fd21p-59)};
    const pow_internal::Parts<F> log = pow_internal::Log2InParts(x) * scale;
    return log2_internal::OfPositive(x, log.high + log.low);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
