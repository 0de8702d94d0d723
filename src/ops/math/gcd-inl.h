//   the greatest number that divides x and y

#if defined(OPENACLNN_OPS_GCD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_GCD_INL_H_
#undef OPENACLNN_OPS_GCD_INL_H_
#else
#define OPENACLNN_OPS_GCD_INL_H_
#endif

#include <cstdint>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// By 0 all numbers are divided. That of the smallest number and 0 is 2^63, which wraps around.
OPENACLNN_ON_DEVICE inline int64_t GreatestDivisor(int64_t x, int64_t y) {
  uint64_t a = static_cast<uint64_t>(x), b = static_cast<uint64_t>(y);
  if (x < 0) a = 0 - a;
  if (y < 0) b = 0 - b;
  while (b != 0) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return static_cast<int64_t>(a);
}

struct GcdOfIntegers {
  static constexpr int kCost = 30000;  // picoseconds for an element, about

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return ForEachLane(x, y, GreatestDivisor);
  }
};

// There are no floats: their loop is never called.
struct GcdOfFloats {
  static constexpr int kCost = GcdOfIntegers::kCost;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F /*y*/) const {
    return x;
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
