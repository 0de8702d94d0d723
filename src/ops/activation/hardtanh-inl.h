//   hardtanh(x) = x < min ? min : x > max ? max : x
//   out         = x <= min or x >= max ? 0 : grad

#if defined(OPENACLNN_OPS_HARDTANH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_HARDTANH_INL_H_
#undef OPENACLNN_OPS_HARDTANH_INL_H_
#else
#define OPENACLNN_OPS_HARDTANH_INL_H_
#endif

#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Selects: a number equal to a bound, and a NaN, keeps its bits.
template <class T>
struct Clamp {
  T min, max;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Min(F(max), Max(F(min), x));
  }
};

template <class T>
struct NanEverywhere {
  template <class F>
  OPENACLNN_INLINE F operator()(F /*x*/) const {
    return F(std::numeric_limits<T>::quiet_NaN());
  }
};

template <class T>
struct Hardtanh {
  static constexpr int kCost = 60;

  T min, max;

  template <class Run>
  void Choose(const Run& run) const {
    if (min != min || max != max) {
      run(NanEverywhere<T>());
    } else {
      run(Clamp<T>{min, max});
    }
  }
};

// A select: a NaN x lets grad through bit for bit, and a blocked grad is +0 whatever it was.
template <class T>
struct HardtanhBackward {
  static constexpr int kCost = 90;  // picoseconds for an element in float, about

  T min, max;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    return ZeroIf(Blocks(x), grad);
  }
  template <class F>
  OPENACLNN_INLINE typename F::Mask Blocks(F x) const {
    return Or(x <= F(min), x >= F(max));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
