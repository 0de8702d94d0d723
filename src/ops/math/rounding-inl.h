//   x as a whole number: the one below, above, toward zero, or the nearest, of two the even one

#if defined(OPENACLNN_OPS_ROUNDING_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ROUNDING_INL_H_
#undef OPENACLNN_OPS_ROUNDING_INL_H_
#else
#define OPENACLNN_OPS_ROUNDING_INL_H_
#endif

#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// From here on every number of the format is whole: 2^23 of float, 2^52 of double.
template <class F>
OPENACLNN_INLINE F FirstOfWhole() {
  using T = typename F::Lane;
  return F(static_cast<T>(1 / std::numeric_limits<T>::epsilon()));
}

// The nearest whole number, of a |x| below that; of -0 to -0.5 0.
template <class F>
OPENACLNN_INLINE F NearestWhole(F x) {
  const F whole = CopySign(FirstOfWhole<F>(), x);
  return (x + whole) - whole;
}

// `rounded` with the sign of x, or x where it is whole, not finite or NaN.
template <class F>
OPENACLNN_INLINE F UnlessWhole(F x, F rounded) {
  return Select(Abs(x) < FirstOfWhole<F>(), CopySign(rounded, x), x);
}

struct Floor {
  static constexpr int kCost = 60;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F nearest = NearestWhole(x);
    return UnlessWhole(x, nearest - Select(nearest > x, F(1), F(0)));
  }
};

struct Ceil {
  static constexpr int kCost = 60;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F nearest = NearestWhole(x);
    return UnlessWhole(x, nearest + Select(nearest < x, F(1), F(0)));
  }
};

struct Trunc {
  static constexpr int kCost = 60;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return UnlessWhole(x, Floor()(Abs(x)));
  }
};

struct Round {
  static constexpr int kCost = 60;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return UnlessWhole(x, NearestWhole(x));
  }
};

// x (up / down) as a whole number, times down / up; one of both is 1. Numbers that have no digits
// to lose stay, and so do those of which all are lost: they are 0 with their sign.
struct RoundDecimals {
  using Compute = double;
  static constexpr bool kDoubleParams = true;
  static constexpr int kCost = 300;

  double up, down;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F scaled = x * F(up) / F(down);
    const F whole = NearestWhole(scaled);
    const F rounded = ZeroIf(whole == F(0), whole * F(down) / F(up));  // `down` may be infinite
    return Select(Abs(scaled) < FirstOfWhole<F>(), CopySign(rounded, x), x);
  }
};

struct WholeNumber {
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return x;
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
