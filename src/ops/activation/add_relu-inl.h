//   out = relu(x + alpha other)

#if defined(OPENACLNN_OPS_ADD_RELU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ADD_RELU_INL_H_
#undef OPENACLNN_OPS_ADD_RELU_INL_H_
#else
#define OPENACLNN_OPS_ADD_RELU_INL_H_
#endif

#include <cstdint>

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// The sum is rounded once.
struct AddRelu {
  static constexpr int kCost = 90;

  float alpha;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F other) const {
    const F sum = Fma(F(alpha), other, x);
    return ZeroIf(sum <= F(0), sum);
  }
};

// Modulo 2^n of a dtype of n bits, whose bits the mask has. The bits of what is not negative are at
// most `highest`.
struct AddReluOfIntegers {
  int64_t alpha, mask, highest;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F other) const {
    const F bits = (x + F(alpha) * other) & F(mask);
    return ZeroIf(Or(bits > F(highest), bits < F(0)), bits);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
