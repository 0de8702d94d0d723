//   x - y trunc(x / y), which has the sign of x, where y may be a number

#if defined(OPENACLNN_OPS_FMOD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_FMOD_INL_H_
#undef OPENACLNN_OPS_FMOD_INL_H_
#else
#define OPENACLNN_OPS_FMOD_INL_H_
#endif

#include <cstdint>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "ops/math/floor_div-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// kIsFar: quotients may be beyond the range of F.
template <bool kIsFar>
struct Fmod {
  static constexpr int kCost = 300;  // picoseconds for an element in float, about

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    F rest = x;
    if constexpr (kIsFar) {
      if (!All(Abs(x / y) < FirstOfWhole<F>())) {
        rest = RestByFarMultiples(x, y);
      }
    }
    rest = RestBy(rest, y);
    // Where a rounded quotient is one too high, the rest is on the other side of 0.
    const F size = CopySign(y, x);
    const F back = rest + Select(HaveOtherSigns(rest, x), size, F(0));
    return Select(back == F(0), CopySign(F(0), x), back);
  }
};

struct FmodOfFloats : Fmod<false> {
  using Compute = double;
};

// By 0 it is x itself.
OPENACLNN_ON_DEVICE inline int64_t TruncatedRemainder(int64_t x, int64_t y) {
  if (y == 0) return x;
  return y == -1 ? 0 : x % y;
}

struct FmodOfIntegers {
  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return ForEachLane(x, y, TruncatedRemainder);
  }
};

struct FmodByInteger {
  int64_t number;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return FmodOfIntegers()(x, F(number));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
