//   x > y, x >= y, x < y, x <= y, x = y, x != y: 1 or 0, where y may be a number

#if defined(OPENACLNN_OPS_COMPARE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_COMPARE_INL_H_
#undef OPENACLNN_OPS_COMPARE_INL_H_
#else
#define OPENACLNN_OPS_COMPARE_INL_H_
#endif

#include <cstdint>
#include <type_traits>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "ops/half_bits-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct IsGreater {
  template <class F>
  OPENACLNN_INLINE typename F::Mask operator()(F x, F y) const {
    return x > y;
  }
};
struct IsLess {
  template <class F>
  OPENACLNN_INLINE typename F::Mask operator()(F x, F y) const {
    return x < y;
  }
};
struct IsGreaterOrEqual {
  template <class F>
  OPENACLNN_INLINE typename F::Mask operator()(F x, F y) const {
    return x >= y;
  }
};
struct IsLessOrEqual {
  template <class F>
  OPENACLNN_INLINE typename F::Mask operator()(F x, F y) const {
    return x <= y;
  }
};
struct IsEqual {
  template <class F>
  OPENACLNN_INLINE typename F::Mask operator()(F x, F y) const {
    return x == y;
  }
};
struct IsNotEqual {
  template <class F>
  OPENACLNN_INLINE typename F::Mask operator()(F x, F y) const {
    return x != y;
  }
};

// Elements of T, a 16-bit format, between two numbers, by InOrder; or those that are not.
template <class T, bool kIsBetween>
struct IsBetween {
  using Compute = int16_t;

  int16_t below, above;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F place = InOrder(x);
    const F yes(kIsBetween ? BitsOf<T>(1) : int16_t{0}), no(kIsBetween ? int16_t{0} : BitsOf<T>(1));
    return Select(And(place > F(below), place < F(above)), yes, no);
  }
};

template <class T, class Relation>
struct CompareFloats {
  static constexpr int kCost = 60;

  T number;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(Relation()(x, F(number)), F(1), F(0));
  }
};

// The same for elements of T, a 16-bit format, of which the number is one. If it is a zero, it
// is both zeros, which are equal.
template <class T, class Relation>
struct CompareHalves {
  using OnDevice = CompareFloats<float, Relation>;

  float number;

  template <class Run>
  OPENACLNN_INLINE void Choose(const Run& run) const {
    run(Elements());
  }

 private:
  static constexpr bool kIsNotEqual = std::is_same_v<Relation, IsNotEqual>;

  IsBetween<T, !kIsNotEqual> Elements() const {
    if (number != number) return {0, 0};
    const int16_t last = InOrder(BitsOf<T>(number == 0 ? 0.0f : number));
    const auto first = static_cast<int16_t>(number == 0 ? last - 1 : last);
    const auto below = static_cast<int16_t>(first - 1), above = static_cast<int16_t>(last + 1);
    constexpr int16_t kBelowAll = kFirstInOrder<T> - 1, kAboveAll = kLastInOrder<T> + 1;
    if constexpr (std::is_same_v<Relation, IsGreater>) return {last, kAboveAll};
    if constexpr (std::is_same_v<Relation, IsGreaterOrEqual>) return {below, kAboveAll};
    if constexpr (std::is_same_v<Relation, IsLess>) return {kBelowAll, first};
    if constexpr (std::is_same_v<Relation, IsLessOrEqual>) return {kBelowAll, above};
    return {below, above};
  }
};

// Elements and the number are counted from `origin`, as int64_t holds no UINT64 above its end. What
// is no matter of the elements has yes and no alike.
template <class Relation>
struct CompareIntegers {
  int64_t origin, number, yes, no;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(Relation()(x - F(origin), F(number)), F(yes), F(no));
  }
};

template <class Relation>
struct CompareTwo {
  static constexpr int kCost = 90;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return Select(Relation()(x, y), F(1), F(0));
  }
};

// Integers counted from `origin`, as above.
template <class Relation>
struct CompareTwoIntegers {
  int64_t origin;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return Select(Relation()(x - F(origin), y - F(origin)), F(1), F(0));
  }
};

template <class Relation>
const Kernel* CompareTwoKernel() {
  using Floats = CompareTwo<Relation>;
  return ElementwiseKernel<Floats, Floats, Floats, CompareTwoIntegers<Relation>>();
}

template <class Relation>
const Kernel* CompareKernel() {
  return ElementwiseKernel<CompareFloats<float, Relation>, CompareHalves<Bfloat16Bits, Relation>,
                           CompareFloats<double, Relation>, CompareIntegers<Relation>,
                           CompareHalves<Float16Bits, Relation>>();
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
