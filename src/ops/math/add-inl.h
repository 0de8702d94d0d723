//   x + alpha y; x - alpha y is that with -alpha

#if defined(OPENACLNN_OPS_ADD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ADD_INL_H_
#undef OPENACLNN_OPS_ADD_INL_H_
#else
#define OPENACLNN_OPS_ADD_INL_H_
#endif

#include <bit>
#include <cstdint>
#include <type_traits>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "ops/near_ties-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct Sum {
  static constexpr bool kQuietsNans = true;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return x + y;
  }
};
struct Difference {
  static constexpr bool kQuietsNans = true;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return x - y;
  }
};

// The scaled sum of floats, rounded once.
template <class T>
struct ScaledSum {
  T alpha;  // of an integer, the low bits that a lane has

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    if constexpr (std::is_integral_v<T>) {
      return x + F(static_cast<typename F::Lane>(alpha)) * y;
    } else {
      return Fma(F(alpha), y, x);
    }
  }
};

template <class T>
struct Add : ScaledSum<T> {
  static constexpr int kCost = 90;

  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    if (this->alpha == T{1}) return run(Sum());
    if (this->alpha == T{-1}) return run(Difference());
    run(ScaledSum<T>{*this});
  }
};

// The scaled sum of 16-bit numbers; kIsShort: alpha has at most 12 significant bits.
template <bool kIsShort>
struct ScaledSumOfHalves : ScaledSum<float> {
  static constexpr bool kQuietsNans = true;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return FmaForHalves<kIsShort>(F(alpha), y, x);
  }
};

// The scaled sum of 16-bit numbers. A power of two leaves y's bits, and the float of a sum of two
// 16-bit numbers rounds as the sum does. With other numbers it would be near a tie too often: 0.3
// times 5 is 1.5 and little more.
struct AddOfHalves : ScaledSum<float> {
  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    if (alpha == 1) return run(Sum());
    if (alpha == -1) return run(Difference());
    const uint32_t fraction = std::bit_cast<uint32_t>(alpha) << 9;
    if (fraction == 0 || alpha != alpha) return run(ScaledSum<float>{*this});
    if (fraction << 11 == 0) return run(ScaledSumOfHalves<true>{*this});
    run(ScaledSumOfHalves<false>{*this});
  }
};

template <class T>
struct Adds {
  static constexpr int kCost = 60;

  T other, alpha;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return ScaledSum<T>{alpha}(x, F(static_cast<typename F::Lane>(other)));
  }
  bool HasShortNumbers() const { return IsShort(other) && (alpha == 1 || alpha == -1); }
};

// A number and alpha x.
template <class T>
struct Rsubs {
  static constexpr int kCost = 60;

  T other, alpha;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return ScaledSum<T>{alpha}(F(static_cast<typename F::Lane>(other)), x);
  }
  bool HasShortNumbers() const { return IsShort(other) && (alpha == 1 || alpha == -1); }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
