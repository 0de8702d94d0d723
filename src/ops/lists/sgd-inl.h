// A step of stochastic gradient descent with momentum. With the direction d of a parameter p:
//
//   d = +-g / scale + decay p,   v' = momentum v + (1 - dampening) d

#if defined(OPENACLNN_OPS_SGD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_SGD_INL_H_
#undef OPENACLNN_OPS_SGD_INL_H_
#else
#define OPENACLNN_OPS_SGD_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// d; `sign`: 1, or -1 for a maximum.
struct SgdDirection {
  using Compute = double;
  static constexpr int kCost = 300;

  double decay, sign;

  template <class F>
  OPENACLNN_INLINE F operator()(F param, F grad, F scale) const {
    return F(sign) * (grad / scale) + F(decay) * param;
  }
};

// v'
struct SgdBuffer {
  using Compute = double;
  static constexpr int kCost = 200;

  double momentum, dampening;

  template <class F>
  OPENACLNN_INLINE F operator()(F buffer, F direction) const {
    return F(momentum) * buffer + F(1 - dampening) * direction;
  }
};

// p - rate factor d
struct SgdStep {
  using Compute = double;
  static constexpr int kCost = 200;

  double rate, factor;

  template <class F>
  OPENACLNN_INLINE F operator()(F param, F direction) const {
    return param - F(rate) * (F(factor) * direction);
  }
};

// p - rate v', or p - rate (d + momentum v') if `looks_ahead` is not 0.
struct SgdStepByBuffer {
  using Compute = double;
  static constexpr int kCost = 300;

  double rate, momentum, dampening, looks_ahead;

  template <class F>
  OPENACLNN_INLINE F operator()(F param, F direction, F buffer) const {
    const F next = SgdBuffer{momentum, dampening}(buffer, direction);
    const F ahead = direction + F(momentum) * next;
    return param - F(rate) * Select(F(looks_ahead) == F(0), next, ahead);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
