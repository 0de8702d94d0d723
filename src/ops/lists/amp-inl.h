// What scales losses, so that gradients of 16 bits neither vanish nor overflow.

#if defined(OPENACLNN_OPS_AMP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_AMP_INL_H_
#undef OPENACLNN_OPS_AMP_INL_H_
#else
#define OPENACLNN_OPS_AMP_INL_H_
#endif

#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// 1 where the largest size of all gradients is infinite or NaN, else what was found before.
struct FoundInf {
  using Compute = double;
  static constexpr int kCost = 60;

  template <class F>
  OPENACLNN_INLINE F operator()(F size, F found) const {
    return Select(size < F(std::numeric_limits<double>::infinity()), found, F(1));
  }
};

// Smaller where something was found, larger after an interval of steps without, unless that is
// infinite: from `limit` on in size.
struct NextScale {
  using Compute = double;
  static constexpr int kCost = 60;

  double growth, backoff, interval, limit;

  template <class F>
  OPENACLNN_INLINE F operator()(F scale, F tracker, F found) const {
    const F grown = scale * F(growth);
    const auto grows = And(tracker + F(1) == F(interval), Abs(grown) < F(limit));
    return Select(found == F(0), Select(grows, grown, scale), scale * F(backoff));
  }
};

// How many steps there were without.
struct NextTracker {
  using Compute = double;
  static constexpr int kCost = 60;

  double interval;

  template <class F>
  OPENACLNN_INLINE F operator()(F tracker, F found) const {
    const F next = tracker + F(1);
    return Select(And(found == F(0), next != F(interval)), next, F(0));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
