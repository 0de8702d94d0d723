// A step of AdamW. With the gradient g, which is the opposite of what is given if a maximum is
// looked for:
//
//   m' = beta1 m + (1 - beta1) g,   v' = beta2 v + (1 - beta2) g^2

#if defined(OPENACLNN_OPS_ADAM_W_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ADAM_W_INL_H_
#undef OPENACLNN_OPS_ADAM_W_INL_H_
#else
#define OPENACLNN_OPS_ADAM_W_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// m'; `sign`: 1, or -1 for a maximum.
struct FirstMoment {
  using Compute = double;
  static constexpr int kCost = 200;

  double beta, sign;

  template <class F>
  OPENACLNN_INLINE F operator()(F m, F grad) const {
    return F(beta) * m + F(1 - beta) * (F(sign) * grad);
  }
};

// v'
struct SecondMoment {
  using Compute = double;
  static constexpr int kCost = 200;

  double beta;

  template <class F>
  OPENACLNN_INLINE F operator()(F v, F grad) const {
    return F(beta) * v + F(1 - beta) * (grad * grad);
  }
};

// The larger of what it was and v'.
struct LargestMoment {
  using Compute = double;
  static constexpr int kCost = 200;

  double beta;

  template <class F>
  OPENACLNN_INLINE F operator()(F largest, F v, F grad) const {
    const F moment = SecondMoment{beta}(v, grad);
    return Select(moment != moment, moment, Max(moment, largest));
  }
};

// sqrt(moment / (1 - power)) + eps, where `power` is beta2^(step + 1). The moment is v' or, with
// `keeps` not 0, the largest one.
struct StepDivisor {
  using Compute = double;
  static constexpr int kCost = 600;

  double beta, eps, keeps;

  template <class F>
  OPENACLNN_INLINE F operator()(F v, F grad, F power, F largest) const {
    const F moment = SecondMoment{beta}(v, grad);
    const F kept = LargestMoment{beta}(largest, v, grad);
    return Sqrt(Select(F(keeps) == F(0), moment, kept) / (F(1) - power)) + F(eps);
  }
};

// m' / (1 - power) / divisor, where `power` is beta1^(step + 1).
struct StepDirection {
  using Compute = double;
  static constexpr int kCost = 500;

  double beta, sign;

  template <class F>
  OPENACLNN_INLINE F operator()(F m, F grad, F power, F divisor) const {
    return FirstMoment{beta, sign}(m, grad) / (F(1) - power) / divisor;
  }
};

// var - lr decay var - lr direction
struct Stepped {
  using Compute = double;
  static constexpr int kCost = 200;

  double lr, decay;

  template <class F>
  OPENACLNN_INLINE F operator()(F var, F direction) const {
    return var - F(lr) * F(decay) * var - F(lr) * direction;
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
