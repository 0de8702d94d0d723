//   x 2^y modulo 2^n, and x / 2^y rounded down, where y may be a number

#if defined(OPENACLNN_OPS_SHIFT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SHIFT_INL_H_
#undef OPENACLNN_OPS_SHIFT_INL_H_
#else
#define OPENACLNN_OPS_SHIFT_INL_H_
#endif

#include <cstdint>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Numbers of `width` bits in int64_t: those of UINT64 have all its bits, and no sign.
struct ShiftToLeft {
  int64_t width, is_uint64;

  OPENACLNN_ON_DEVICE int64_t operator()(int64_t x, int64_t y) const {
    if (y < 0 || y >= width) return 0;
    return static_cast<int64_t>(static_cast<uint64_t>(x) << y);
  }
};

// A negative number of places is none.
struct ShiftToRight {
  int64_t width, is_uint64;

  OPENACLNN_ON_DEVICE int64_t operator()(int64_t x, int64_t y) const {
    if (is_uint64 != 0) {
      return y < 0 || y > 63 ? 0 : static_cast<int64_t>(static_cast<uint64_t>(x) >> y);
    }
    return x >> (y < 0 ? 0 : y > 63 ? 63 : y);
  }
};

template <class Shift>
struct ShiftOfIntegers {
  static constexpr int kCost = 800;  // picoseconds for an element, about

  int64_t width, is_uint64;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return ForEachLane(x, y, Shift{width, is_uint64});
  }
};

template <class Shift>
struct ShiftByNumber {
  static constexpr int kCost = 800;

  int64_t places, width, is_uint64;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return ForEachLane(x, F(places), Shift{width, is_uint64});
  }
};

// There are no floats: their loops are never called.
struct ShiftOfFloats {
  static constexpr int kCost = 800;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F /*y*/) const {
    return x;
  }
};
struct ShiftOfFloatsByNumber {
  static constexpr int kCost = 800;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return x;
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
