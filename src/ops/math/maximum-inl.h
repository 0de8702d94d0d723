//   max(x, y), min(x, y) = -max(-x, -y), and min(max(x, low), high)

#if defined(OPENACLNN_OPS_MAXIMUM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MAXIMUM_INL_H_
#undef OPENACLNN_OPS_MAXIMUM_INL_H_
#else
#define OPENACLNN_OPS_MAXIMUM_INL_H_
#endif

#include <cstdint>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "ops/half_bits-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Max is its second operand where both are equal, or either is NaN. So a zero first gets the sign
// of its sum with another zero, and a NaN gives way to x.
struct Maximum {
  static constexpr int kCost = 90;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    const F second = y + Select(x == F(0), x, F(-0.0));
    return Select(x != x, x, Max(x, second));
  }
};

struct Minimum {
  static constexpr int kCost = 90;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return -Maximum()(-x, -y);
  }
};

// The 16-bit types. A NaN at the other end of the order wins, too.
template <class T>
struct MaximumOfHalves {
  using Compute = int16_t;
  using OnDevice = Maximum;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    const F p = InOrder(x), q = InOrder(y);
    const F first = Min(p, q);
    return InOrder(Select(first < F(kFirstInOrder<T>), first, Max(p, q)));
  }
};

template <class T>
struct MinimumOfHalves {
  using Compute = int16_t;
  using OnDevice = Minimum;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    const F p = InOrder(x), q = InOrder(y);
    const F last = Max(p, q);
    return InOrder(Select(last > F(kLastInOrder<T>), last, Min(p, q)));
  }
};

// An element between two others, or the last of them where they are in the other order.
template <class LargerOfTwo, class SmallerOfTwo>
struct Between {
  static constexpr int kCost = 150;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F low, F high) const {
    return SmallerOfTwo()(LargerOfTwo()(x, low), high);
  }
};
template <class T>
struct BetweenHalves : Between<MaximumOfHalves<T>, MinimumOfHalves<T>> {
  using Compute = int16_t;
  using OnDevice = Between<Maximum, Minimum>;
};

// The larger, or the smaller, of an element and a number.
template <class T, class OfTwo>
struct WithNumber {
  static constexpr int kCost = 60;

  T number;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return OfTwo()(x, F(static_cast<typename F::Lane>(number)));
  }
};

struct MaximumOfIntegers {
  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return Max(x, y);
  }
};

struct MinimumOfIntegers {
  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return Min(x, y);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
