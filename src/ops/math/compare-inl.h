//   x > number, x < number, x = number: 1 or 0

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
struct IsEqual {
  template <class F>
  OPENACLNN_INLINE typename F::Mask operator()(F x, F y) const {
    return x == y;
  }
};

// Elements of T, a 16-bit format, between two numbers, by InOrder.
template <class T>
struct IsBetween {
  using Compute = int16_t;

  int16_t below, above;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F place = InOrder(x);
    return Select(And(place > F(below), place < F(above)), F(BitsOf<T>(1)), F(0));
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
  IsBetween<T> Elements() const {
    if (number != number) return {0, 0};
    const int16_t last = InOrder(BitsOf<T>(number == 0 ? 0.0f : number));
    const auto first = static_cast<int16_t>(number == 0 ? last - 1 : last);
    if constexpr (std::is_same_v<Relation, IsGreater>) {
      return {last, kLastInOrder<T> + 1};
    } else if constexpr (std::is_same_v<Relation, IsLess>) {
      return {kFirstInOrder<T> - 1, first};
    } else {
      return {static_cast<int16_t>(first - 1), static_cast<int16_t>(last + 1)};
    }
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
const Kernel* CompareKernel() {
  return ElementwiseKernel<CompareFloats<float, Relation>, CompareHalves<Bfloat16Bits, Relation>,
                           CompareFloats<double, Relation>, CompareIntegers<Relation>,
                           CompareHalves<Float16Bits, Relation>>();
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
