//   x y

#if defined(OPENACLNN_OPS_MUL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_MUL_INL_H_
#undef OPENACLNN_OPS_MUL_INL_H_
#else
#define OPENACLNN_OPS_MUL_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"
#include "ops/near_ties-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

struct Mul {
  static constexpr int kCost = 90;
  static constexpr bool kQuietsNans = true;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F y) const {
    return x * y;
  }
};

template <class T>
struct Muls {
  static constexpr int kCost = 60;

  T other;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return x * F(static_cast<typename F::Lane>(other));
  }
  bool HasShortNumbers() const { return IsShort(other); }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
