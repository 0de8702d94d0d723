// Losses that grow with the distance d = x - t of a number from its target, and their slopes:
//
//   squared     = d^2,          slope = 2 d
//   absolute    = |d|,          slope = sign(d)
//   smooth      = d^2 / (2 beta) where |d| < beta, slope = d / beta;   |d| - beta / 2, slope =
//   sign(d)
//
// A gradient is grad * slope / count. All are stages, in double, in which the results have an error
// of few units in the last place of double.

#if defined(OPENACLNN_OPS_DISTANCES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_DISTANCES_INL_H_
#undef OPENACLNN_OPS_DISTANCES_INL_H_
#else
#define OPENACLNN_OPS_DISTANCES_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct SquaredDistance {
  using Compute = double;
  static constexpr int kCost = 150;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F target) const {
    const F d = x - target;
    return d * d;
  }
};

struct SquaredDistanceBackward {
  using Compute = double;
  static constexpr int kCost = 250;

  double count;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x, F target) const {
    return grad * (F(2) * (x - target)) / F(count);
  }
};

struct Distance {
  using Compute = double;
  static constexpr int kCost = 150;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F target) const {
    return Abs(x - target);
  }
};

// Modulo 2^64.
struct DistanceOfIntegers {
  template <class F>
  OPENACLNN_INLINE F operator()(F x, F target) const {
    const F d = x - target;
    return Select(d < F(0), F(0) - d, d);
  }
};

// The sign of a number; 0 of 0 and of NaN.
template <class F>
OPENACLNN_INLINE F SignOf(F d) {
  return Select(d > F(0), F(1), Select(d < F(0), F(-1), F(0)));
}

struct DistanceBackward {
  using Compute = double;
  static constexpr int kCost = 250;

  double count;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x, F target) const {
    return grad * SignOf(x - target) / F(count);
  }
};

struct SmoothDistance {
  using Compute = double;
  static constexpr int kCost = 200;

  double beta;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F target) const {
    const F d = Abs(x - target);
    return Select(d < F(beta), F(0.5) * d * d / F(beta), d - F(0.5) * F(beta));
  }
};

struct SmoothDistanceBackward {
  using Compute = double;
  static constexpr int kCost = 300;

  double beta, count;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x, F target) const {
    const F d = x - target;
    const F slope = Select(d != d, d, SignOf(d));
    return grad * Select(Abs(d) < F(beta), d / F(beta), slope) / F(count);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
