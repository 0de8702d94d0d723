//   hardshrink(x) = |x| <= lambd ? +0 : x
//   softshrink(x) = x > lambd ? x - lambd : x < -lambd ? x + lambd : +0
//   shrink(x)     = x > lambd ? x - bias : x < -lambd ? x + bias : +0
//   out           = |x| <= lambd ? +0 : grad, of the first two

#if defined(OPENACLNN_OPS_SHRINK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SHRINK_INL_H_
#undef OPENACLNN_OPS_SHRINK_INL_H_
#else
#define OPENACLNN_OPS_SHRINK_INL_H_
#endif

#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// A select: a NaN x, and a NaN bound, block nothing.
struct Hardshrink {
  static constexpr int kCost = 60;

  float lambd;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return ZeroIf(Abs(x) <= F(lambd), x);
  }
};

struct ShrinkBackward {
  static constexpr int kCost = 90;

  float lambd;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return ZeroIf(Blocks(x), grad);
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Blocks(F x) const {
    return Abs(x) <= F(lambd);
  }
};

// One rounding, of the difference from x to what it becomes if moved into the bounds.
struct FiniteSoftshrink {
  float lambd;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return x - Max(F(-lambd), Min(F(lambd), x));
  }
};

// For an infinite bound, which all but NaN is within.
struct ZeroButForNan {
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return ZeroIf(x == x, x);
  }
};

struct Softshrink {
  static constexpr int kCost = 60;

  float lambd;

  template <class Run>
  void Choose(const Run& run) const {
    if (lambd == std::numeric_limits<float>::infinity()) {
      run(ZeroButForNan());
    } else {
      run(FiniteSoftshrink{lambd});
    }
  }
};

// One rounding. NaN is neither above nor below.
struct Shrink {
  static constexpr int kCost = 70;

  float lambd, bias;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F below = ZeroIf(Not(x < F(-lambd)), x + F(bias));
    return Select(x > F(lambd), x - F(bias), below);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
