// Numbers of a channel, and sums of tensors that are normalised.

#if defined(OPENACLNN_OPS_NORM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_NORM_INL_H_
#undef OPENACLNN_OPS_NORM_INL_H_
#else
#define OPENACLNN_OPS_NORM_INL_H_
#endif

#include "formulas/lanes-inl.h"
#include "formulas/sigmoid-inl.h"
#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// 1 / sqrt(variance + eps)
struct ReciprocalDeviation {
  using Compute = double;
  static constexpr int kCost = 500;

  double eps;

  template <class F>
  OPENACLNN_INLINE F operator()(F variance) const {
    return F(1) / Sqrt(variance + F(eps));
  }
};

// (1 - momentum) running + momentum (factor now)
struct RunningStatistic {
  using Compute = double;
  static constexpr int kCost = 200;

  double momentum, factor;

  template <class F>
  OPENACLNN_INLINE F operator()(F running, F now) const {
    return F(1 - momentum) * running + F(momentum) * (F(factor) * now);
  }
};

// a + b
struct SumOfTwo {
  using Compute = double;
  static constexpr int kCost = 100;

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    return a + b;
  }
};

// a b
struct ProductOfTwo {
  using Compute = double;
  static constexpr int kCost = 100;

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    return a * b;
  }
};

// a / (b - less)
struct QuotientOfTwo {
  using Compute = double;
  static constexpr int kCost = 200;

  double less;

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    return a / (b - F(less));
  }
};

// The variance of `count` numbers of this mean and this sum of squares.
struct VarianceOfSums {
  using Compute = double;
  static constexpr int kCost = 300;

  template <class F>
  OPENACLNN_INLINE F operator()(F squares, F mean, F count) const {
    return squares / count - mean * mean;
  }
};

// The variance times count / (count - 1).
struct Unbiased {
  using Compute = double;
  static constexpr int kCost = 300;

  template <class F>
  OPENACLNN_INLINE F operator()(F variance, F count) const {
    return variance * (count / (count - F(1)));
  }
};

// scale a + b
struct SumWithScaled {
  using Compute = double;
  static constexpr int kCost = 150;

  double scale;

  template <class F>
  OPENACLNN_INLINE F operator()(F a, F b) const {
    return F(scale) * a + b;
  }
};

// scale a
struct TimesScale {
  using Compute = double;
  static constexpr int kCost = 100;

  double scale;

  template <class F>
  OPENACLNN_INLINE F operator()(F a) const {
    return F(scale) * a;
  }
};

// x / (1 + e^-t), t = scale x
struct SwishOfDoubles {
  using Compute = double;
  static constexpr int kCost = 700;

  double scale;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return TimesSigmoid(x, F(scale) * x, F(0));
  }
};

// The gradient by x: grad s (1 + t (1 - s)), s = 1 / (1 + e^-t), t = scale x. The slope of a tail,
// where |t| is so large that s or 1 - s vanishes, is that at a number within.
struct SwishGradientOfDoubles {
  using Compute = double;
  static constexpr int kCost = 1000;

  double scale;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    const F t = F(scale) * x;
    const F near = Min(F(700), Max(F(-700), t));
    const F within = Select(t == t, near, t);
    const F s = TimesSigmoid(F(1), within, F(0)), rest = TimesSigmoid(F(1), -within, F(0));
    return grad * (s * (F(1) + within * rest));
  }
};

// The sum of squares about the mean of all parts that one of them, of `count` numbers, makes:
// count (variance + (its mean - mean)^2), where its variance is 1 / rstd^2 - eps.
struct SquaresOfPart {
  using Compute = double;
  static constexpr int kCost = 500;

  double eps;

  template <class F>
  OPENACLNN_INLINE F operator()(F rstd, F mean_of_part, F mean, F count) const {
    const F deviation = F(1) / rstd, distance = mean_of_part - mean;
    return (deviation * deviation - F(eps) + distance * distance) * count;
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
