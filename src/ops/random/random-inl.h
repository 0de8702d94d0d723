//   what is made of numbers that were drawn

#if defined(OPENACLNN_OPS_RANDOM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_RANDOM_INL_H_
#undef OPENACLNN_OPS_RANDOM_INL_H_
#else
#define OPENACLNN_OPS_RANDOM_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// u < p ? 1 : 0
struct IsBelow {
  static constexpr int kCost = 60;

  template <class F>
  OPENACLNN_INLINE F operator()(F u, F p) const {
    return Select(u < p, F(1), F(0));
  }
};

// mean + deviation * z
struct FromStandard {
  static constexpr int kCost = 60;

  template <class F>
  OPENACLNN_INLINE F operator()(F mean, F deviation, F z) const {
    return mean + deviation * z;
  }
};

// x > 0 ? 1 : slope
struct SlopeOf {
  static constexpr int kCost = 60;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F slope) const {
    return Select(x > F(0), F(1), slope);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
