//   whether x is finite, infinite, infinite on one side, close to y: 1 or 0; and x with numbers in
//   place of what is not finite

#if defined(OPENACLNN_OPS_FINITE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_FINITE_INL_H_
#undef OPENACLNN_OPS_FINITE_INL_H_
#else
#define OPENACLNN_OPS_FINITE_INL_H_
#endif

#include <cstdint>
#include <limits>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

template <class F>
OPENACLNN_INLINE F InfinityOf() {
  return F(std::numeric_limits<typename F::Lane>::infinity());
}

struct IsFinite {
  static constexpr int kCost = 60;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(Abs(x) < InfinityOf<F>(), F(1), F(0));
  }
};

struct IsInf {
  static constexpr int kCost = 60;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(Abs(x) == InfinityOf<F>(), F(1), F(0));
  }
};

struct IsPosInf {
  static constexpr int kCost = 60;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(x == InfinityOf<F>(), F(1), F(0));
  }
};

struct IsNegInf {
  static constexpr int kCost = 60;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(-x == InfinityOf<F>(), F(1), F(0));
  }
};

// What holds of every integer.
template <bool kHolds>
struct OfIntegers {
  template <class F>
  OPENACLNN_INLINE F operator()(F) const {
    return F(kHolds ? 1 : 0);
  }
};

// |x - y| <= atol + rtol |y|, or x = y; NaNs if they count as equal.
struct IsClose {
  using Compute = double;
  static constexpr bool kDoubleParams = true;
  static constexpr int kCost = 200;

  double rtol, atol, equal_nans;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    const F distance = Abs(x - y);
    const auto is_near = And(distance <= Fma(F(rtol), Abs(y), F(atol)), distance < InfinityOf<F>());
    const F of_nans = Select(And(x != x, y != y), F(equal_nans), F(0));
    return Select(Or(x == y, is_near), F(1), of_nans);
  }
};

struct NanToNum {
  static constexpr int kCost = 90;

  float nan, highest, lowest;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F finite = Select(-x == InfinityOf<F>(), F(lowest), x);
    return Select(x != x, F(nan), Select(x == InfinityOf<F>(), F(highest), finite));
  }
};

struct NumberAsItIs {
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return x;
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
