//   geglu(u, z) = u gelu(z), gelu by erf or by tanh
//   its gradient by u: grad gelu(z), as it is given; by z: grad u gelu'(z)

#if defined(OPENACLNN_OPS_GEGLU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_GEGLU_INL_H_
#undef OPENACLNN_OPS_GEGLU_INL_H_
#else
#define OPENACLNN_OPS_GEGLU_INL_H_
#endif

#include "formulas/inline.h"
#include "formulas/lanes-inl.h"
#include "formulas/pair-inl.h"
#include "ops/activation/gelu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// u gelu(z), and gelu(z) itself: within 0.54 ULP.
template <class Gelu>
struct GeGlu {
  using Compute = double;
  static constexpr int kCost = Gelu::kCost + 100;

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F u, F z) const {
    const F gelu = Gelu()(z);
    return {u * gelu, gelu};
  }
};

// gelu(a) b: within 0.54 ULP.
template <class Gelu>
struct GeluMul {
  using Compute = double;
  static constexpr int kCost = Gelu::kCost + 50;

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    return Gelu()(a) * b;
  }
};

// Rounded once, and within 1 ULP. Slope: of a gradient and z.
template <class Slope>
struct GeGluBackward {
  using Compute = double;
  static constexpr int kCost = 1000;

  template <class F>
  OPENACLNN_INLINE Pair<F> operator()(F grad, F u, F z, F gelu) const {
    return {grad * gelu, Slope()(grad * u, z)};
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
