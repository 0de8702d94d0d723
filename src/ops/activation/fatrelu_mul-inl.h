//   fatrelu_mul(a, b, t) = a <= t ? 0 b : a b

#if defined(OPENACLNN_OPS_FATRELU_MUL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_FATRELU_MUL_INL_H_
#undef OPENACLNN_OPS_FATRELU_MUL_INL_H_
#else
#define OPENACLNN_OPS_FATRELU_MUL_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Rounded once: products of 16-bit numbers are exact in float wherever they are not 0 in 16 bits.
struct FatreluMul {
  static constexpr int kCost = 150;

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b, F threshold) const {
    return ZeroIf(a <= threshold, a) * b;
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
