// Losses that are logarithms of probabilities, and their slopes. With s(x) = 1 / (1 + e^-x):
//
//   of logits    = w (p t log(1 + e^-x) + (1 - t) log(1 + e^x)),  slope = w ((1 - t) s(x) - p t
//   s(-x)) of numbers   = -w (t log(x) + (1 - t) log(1 - x)),            slope = w (x - t) / (x (1
//   - x)) divergence   = t (log(t) - x), or e^t (t - x) where t is a logarithm soft margin  = log(1
//   + e^-tx),                                slope = -t s(-t x)
//
// All are stages, in double, in which every term has a relative error below 2^-48.

#if defined(OPENACLNN_OPS_CROSS_ENTROPIES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_CROSS_ENTROPIES_INL_H_
#undef OPENACLNN_OPS_CROSS_ENTROPIES_INL_H_
#else
#define OPENACLNN_OPS_CROSS_ENTROPIES_INL_H_
#endif

#include <limits>

#include "formulas/exp-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/log-inl.h"
#include "formulas/target.h"
#include "ops/math/log-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// e^-a for a >= 0. From 700 on it stays as it is there, except for infinity, so that its product
// with a number is one; a NaN stays.
template <class F>
OPENACLNN_INLINE F ExpOfMinus(F a) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const ScaledExp<F> e = ExpScaled(-Min(F(700), a), F(0));
  return ZeroIf(a == F(kInfinity), AddToExponent(e.power + e.power_low, e.exponent));
}

// log(1 + e^x)
template <class F>
OPENACLNN_INLINE F SoftplusOf(F x) {
  return Max(F(0), x) + Log1p(ExpOfMinus(Abs(x)));
}

// s(x)
template <class F>
OPENACLNN_INLINE F SigmoidOf(F x) {
  const F e = ExpOfMinus(Abs(x));
  return Select(x < F(0), e, F(1)) / (F(1) + e);
}

// log(1 + y) for y from -1 on.
template <class F>
OPENACLNN_INLINE F LogOfOnePlus(F y) {
  const F sum = F(1) + y;
  const F rest = (sum - F(1)) - y;  // what the sum has lost
  return Select(sum == F(0), LogOfDoubles()(sum), LogOfDoubles()(sum) - rest / sum);
}

struct LogitsEntropy {
  using Compute = double;
  static constexpr int kCost = 2500;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F target, F weight, F pos_weight) const {
    const F rest = Log1p(ExpOfMinus(Abs(x)));
    const F no = Max(F(0), -x) + rest, yes = Max(F(0), x) + rest;
    return weight * (pos_weight * target * no + (F(1) - target) * yes);
  }
};

struct LogitsEntropyBackward {
  using Compute = double;
  static constexpr int kCost = 2000;

  double count;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x, F target, F pos_weight) const {
    const F e = ExpOfMinus(Abs(x)), large = F(1) / (F(1) + e), small = e / (F(1) + e);
    const auto is_negative = x < F(0);
    const F yes = Select(is_negative, small, large), no = Select(is_negative, large, small);
    return grad * ((F(1) - target) * yes - pos_weight * target * no) / F(count);
  }
};

// Logarithms are at least -100, as in PyTorch.
struct BinaryEntropy {
  using Compute = double;
  static constexpr int kCost = 2500;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F target, F weight) const {
    const F log = Max(F(-100), LogOfDoubles()(x));  // a NaN stays
    const F log_of_rest = Max(F(-100), LogOfOnePlus(-x));
    return weight * ((target - F(1)) * log_of_rest - target * log);
  }
};

// The divisor is at least 1e-12, as in PyTorch.
struct BinaryEntropyBackward {
  using Compute = double;
  static constexpr int kCost = 600;

  double count;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x, F target, F weight) const {
    const F divisor = Max(F(1e-12), (F(1) - x) * x);
    return grad * weight * (x - target) / divisor / F(count);
  }
};

// Where t is 0, so is t log(t).
struct Divergence {
  using Compute = double;
  static constexpr int kCost = 1500;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F target) const {
    const F terms = target * (LogOfDoubles()(target) - x);
    return Select(target == F(0), -(target * x), terms);
  }
};

// e^x for any x.
template <class F>
OPENACLNN_INLINE F ExpOf(F x) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const F z = Min(F(700), Max(F(-700), x));
  const ScaledExp<F> e = ExpScaled(z, F(0));
  const F power = AddToExponent(e.power + e.power_low, e.exponent);
  return Select(x == F(kInfinity), x, ZeroIf(x == F(-kInfinity), power));
}

struct DivergenceOfLog {
  using Compute = double;
  static constexpr int kCost = 1500;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F target) const {
    return ExpOf(target) * (target - x);
  }
};

struct DivergenceBackward {
  using Compute = double;
  static constexpr int kCost = 300;

  double count;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F target) const {
    return Select(target > F(0), -target * grad, F(0)) / F(count);
  }
};

struct DivergenceOfLogBackward {
  using Compute = double;
  static constexpr int kCost = 1000;

  double count;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F target) const {
    return -grad * ExpOf(target) / F(count);
  }
};

struct DivergenceTargetBackward {
  using Compute = double;
  static constexpr int kCost = 1200;

  double count;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x, F target) const {
    const F slope = LogOfDoubles()(target) - x + F(1);
    return ZeroIf(target == F(0), grad * slope / F(count));
  }
};

struct DivergenceOfLogTargetBackward {
  using Compute = double;
  static constexpr int kCost = 1200;

  double count;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x, F target) const {
    return grad * (ExpOf(target) * (target - x + F(1))) / F(count);
  }
};

struct SoftMargin {
  using Compute = double;
  static constexpr int kCost = 2000;

  template <class F>
  OPENACLNN_INLINE F operator()(F x, F target) const {
    return SoftplusOf(-(target * x));
  }
};

struct SoftMarginBackward {
  using Compute = double;
  static constexpr int kCost = 1500;

  double count;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x, F target) const {
    return -target * grad * SigmoidOf(-(target * x)) / F(count);
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
