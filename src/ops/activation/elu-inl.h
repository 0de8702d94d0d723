//   elu(x)    = x > 0 ? scale x : alpha scale (e^t - 1),       t = inputScale x
//   its slope = x > 0 ? scale   : inputScale alpha scale e^t
//             = y > 0 ? scale   : inputScale (y + alpha scale),  y = elu(x)

#if defined(OPENACLNN_OPS_ELU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ELU_INL_H_
#undef OPENACLNN_OPS_ELU_INL_H_
#else
#define OPENACLNN_OPS_ELU_INL_H_
#endif

#include <cmath>
#include <limits>

#include "formulas/expm1-inl.h"
#include "formulas/inline.h"
#include "formulas/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Floats in double, in which all products of two floats are exact: within 0.51 ULP.
struct Elu {
  using Compute = double;
  static constexpr int kCost = 700;

  double alpha, scale, input_scale;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F below = F(alpha * scale) * Expm1ForFloat(x * F(input_scale));
    return Select(x > F(0), x * F(scale), below);
  }
};

// Doubles: within 2.2 ULP, where alpha scale is a normal double; t counts with all its bits.
struct EluOfDoubles {
  using Compute = double;

  double alpha, scale, input_scale;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    constexpr double kLargest = std::numeric_limits<double>::max();
    const F product = x * F(input_scale);
    const F low = Fma(x, F(input_scale), -product);
    // A product of finite numbers is finite.
    const F within = Min(F(kLargest), Max(F(-kLargest), product));
    const F t = Select(Abs(x) < F(std::isinf(input_scale) ? 0 : kInfinity), within, product);
    return Select(x > F(0), x * F(scale), TimesExpm1(F(alpha * scale), t, low));
  }
};

// Within 0.55 ULP. NaN is above 0.
struct EluBackward {
  using Compute = double;
  static constexpr int kCost = 700;

  double alpha, scale, input_scale;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    const F factor = F(input_scale * (alpha * scale));
    const F below = (grad * factor) * ExpForFloat(x * F(input_scale));
    return Select(x <= F(0), below, grad * F(scale));
  }
};

// One rounding but for those of double.
struct EluBackwardOfResult {
  using Compute = double;
  static constexpr int kCost = 200;

  double alpha, scale, input_scale;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F y) const {
    const F below = (grad * F(input_scale)) * SumForHalves(y, F(alpha * scale));
    return Select(y <= F(0), below, grad * F(scale));
  }
};

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
