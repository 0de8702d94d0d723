// Steps of Adam and AdamW. With the gradient g, which is the opposite of what is given if a maximum
// is looked for:
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

// The same with numbers that lie in tensors.

// m'; `sign`: 1, or -1 for a maximum.
struct FirstMomentBy {
  using Compute = double;
  static constexpr int kCost = 200;

  double sign;

  template <class F>
  OPENACLNN_INLINE F operator()(F m, F grad, F beta) const {
    return beta * m + (F(1) - beta) * (F(sign) * grad);
  }
};

// v'
struct SecondMomentBy {
  using Compute = double;
  static constexpr int kCost = 200;

  template <class F>
  OPENACLNN_INLINE F operator()(F v, F grad, F beta) const {
    return beta * v + (F(1) - beta) * (grad * grad);
  }
};

// sqrt(moment / (1 - power)) + eps. With `keeps` not 0 the moment is the larger one, or NaN.
struct StepDivisorBy {
  using Compute = double;
  static constexpr int kCost = 500;

  double keeps;

  template <class F>
  OPENACLNN_INLINE F operator()(F moment, F largest, F power, F eps) const {
    const F kept = Select(moment != moment, moment, Max(moment, largest));
    return Sqrt(Select(F(keeps) == F(0), moment, kept) / (F(1) - power)) + eps;
  }
};

// What is left of var: 1 - lr decay
struct ShareKept {
  using Compute = double;
  static constexpr int kCost = 200;

  template <class F>
  OPENACLNN_INLINE F operator()(F lr, F decay) const {
    return F(1) - lr * decay;
  }
};

// lr / (1 - power)
struct CorrectedRate {
  using Compute = double;
  static constexpr int kCost = 300;

  template <class F>
  OPENACLNN_INLINE F operator()(F lr, F power) const {
    return lr / (F(1) - power);
  }
};

// share var - rate direction
struct SteppedBy {
  using Compute = double;
  static constexpr int kCost = 200;

  template <class F>
  OPENACLNN_INLINE F operator()(F var, F direction, F share, F rate) const {
    return share * var - rate * direction;
  }
};

// lr sqrt(1 - power2) / (1 - power1), where the powers are those of beta2 and beta1.
struct RateOfStep {
  using Compute = double;
  static constexpr int kCost = 500;

  template <class F>
  OPENACLNN_INLINE F operator()(F lr, F power1, F power2) const {
    return lr * Sqrt(F(1) - power2) / (F(1) - power1);
  }
};

// sqrt(v') + eps
struct RootDivisor {
  using Compute = double;
  static constexpr int kCost = 400;

  template <class F>
  OPENACLNN_INLINE F operator()(F v, F grad, F beta, F eps) const {
    return Sqrt(SecondMomentBy()(v, grad, beta)) + eps;
  }
};

// m' / divisor or, with `looks_ahead` not 0, (beta1 m' + (1 - beta1) g) / divisor.
struct StepDirectionBy {
  using Compute = double;
  static constexpr int kCost = 400;

  double sign, looks_ahead;

  template <class F>
  OPENACLNN_INLINE F operator()(F m, F grad, F beta, F divisor) const {
    const F moment = FirstMomentBy{sign}(m, grad, beta);
    const F ahead = FirstMomentBy{sign}(moment, grad, beta);
    return Select(F(looks_ahead) == F(0), moment, ahead) / divisor;
  }
};

// var - rate direction
struct SteppedAtRate {
  using Compute = double;
  static constexpr int kCost = 200;

  template <class F>
  OPENACLNN_INLINE F operator()(F var, F direction, F rate) const {
    return var - rate * direction;
  }
};

// grad + decay var
struct DecayedGrad {
  using Compute = double;
  static constexpr int kCost = 200;

  double decay;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F var) const {
    return grad + F(decay) * var;
  }
};

// What comes next, or what was if `found` is 1.
struct UnlessFound {
  using Compute = double;
  static constexpr int kCost = 200;

  template <class F>
  OPENACLNN_INLINE F operator()(F was, F next, F found) const {
    return Select(found == F(1), was, next);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
