//   x > number, x < number, x = number: 1 or 0

#if defined(OPENACLNN_OPS_COMPARE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_COMPARE_INL_H_
#undef OPENACLNN_OPS_COMPARE_INL_H_
#else
#define OPENACLNN_OPS_COMPARE_INL_H_
#endif

#include <cstdint>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

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

template <class T, class Relation>
struct CompareFloats {
  static constexpr int kCost = 60;

  T number;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return Select(Relation()(x, F(number)), F(1), F(0));
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
  return ElementwiseKernel<CompareFloats<float, Relation>, CompareFloats<float, Relation>,
                           CompareFloats<double, Relation>, CompareIntegers<Relation>>();
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
