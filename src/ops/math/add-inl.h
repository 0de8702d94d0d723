//   x + alpha y; x - alpha y is that with -alpha

#if defined(OPENACLNN_OPS_ADD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ADD_INL_H_
#undef OPENACLNN_OPS_ADD_INL_H_
#else
#define OPENACLNN_OPS_ADD_INL_H_
#endif

#include <type_traits>

#include "formulas/inline.h"
#include "formulas/lanes-inl.h"
#include "ops/near_ties-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct Sum {
  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return x + y;
  }
};
struct Difference {
  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return x - y;
  }
};

// Of floats rounded once.
template <class T>
struct ScaledSum {
  T alpha;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    if constexpr (std::is_integral_v<T>) {
      return x + F(alpha) * y;
    } else {
      return Fma(F(alpha), y, x);
    }
  }
};

template <class T, class Scaled = ScaledSum<T>>
struct Add : ScaledSum<T> {
  static constexpr int kCost = 90;

  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    if (this->alpha == T{1}) return run(Sum());
    if (this->alpha == T{-1}) return run(Difference());
    run(Scaled{*this});
  }
};
// Of 16-bit numbers: their float would be a tie too often.
using AddOfHalves = Add<float, InDouble<ScaledSum<float>>>;

template <class T>
struct Adds {
  static constexpr int kCost = 60;

  T other, alpha;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return ScaledSum<T>{alpha}(x, F(other));
  }
  bool HasShortNumbers() const { return IsShort(other) && (alpha == 1 || alpha == -1); }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
