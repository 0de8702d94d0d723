//   x < min ? min : x > max ? max : x

#if defined(OPENACLNN_OPS_CLAMP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_CLAMP_INL_H_
#undef OPENACLNN_OPS_CLAMP_INL_H_
#else
#define OPENACLNN_OPS_CLAMP_INL_H_
#endif

#include <cstdint>
#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace clamp_internal {

// Bounds that are numbers of the lanes. A number equal to a bound, and a NaN, keeps its bits.
template <class T>
struct Within {
  T low, high;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Min(F(high), Max(F(low), x));
  }
};

// What is below `low` is below the bound, and becomes the bound as the result has it.
template <class T>
struct Replaced {
  T low, low_value, high, high_value;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(x > F(high), F(high_value), Select(x < F(low), F(low_value), x));
  }
};

template <class T>
struct NanEverywhere {
  template <class F>
  OPENACLNN_INLINE F operator()(F /*x*/) const {
    return F(std::numeric_limits<T>::quiet_NaN());
  }
};

}  // namespace clamp_internal

template <class T>
struct ClampOfFloats {
  static constexpr int kCost = 60;

  T low, low_value, high, high_value;

  template <class Run>
  void Choose(const Run& run) const {
    if (low != low || high != high) {
      run(clamp_internal::NanEverywhere<T>());
    } else if (low == low_value && high == high_value) {
      run(clamp_internal::Within<T>{low, high});
    } else {
      run(clamp_internal::Replaced<T>{low, low_value, high, high_value});
    }
  }
};

// What is not above `below` is below the bound.
struct ClampOfIntegers {
  int64_t below, low_value, above, high_value;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(x < F(above), Select(x > F(below), x, F(low_value)), F(high_value));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
