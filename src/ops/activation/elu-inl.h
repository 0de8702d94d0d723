//   elu(x)    = x > 0 ? scale x : alpha scale (e^t - 1),       t = inputScale x
//   its slope = x > 0 ? scale   : inputScale alpha scale e^t
//             = y > 0 ? scale   : inputScale (y + alpha scale),  y = elu(x)

#if defined(OPENACLNN_OPS_ELU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_OPS_ELU_INL_H_
#undef OPENACLNN_OPS_ELU_INL_H_
#else
#define OPENACLNN_OPS_ELU_INL_H_
#endif

#include <algorithm>
#include <cmath>
#include <limits>

#include "formulas/exact_alone-inl.h"
#include "formulas/expm1-inl.h"
#include "formulas/expm1_in_float-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/sigmoid_in_float-inl.h"
#include "formulas/target.h"
#include "formulas/times_sum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// In double for every value, all products of two floats being exact there: within 0.51 ULP.
struct EluExact {
  using Compute = double;

  double alpha, scale, input_scale;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F below = F(alpha * scale) * Expm1ForFloat(x * F(input_scale));
    return Select(x > F(0), x * F(scale), below);
  }
};

// Floats, with alpha, scale and inputScale 1: within 0.83 ULP.
struct EluOfOnes {
  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const Expm1Parts<F> e = Expm1BelowZero(Max(F(-18), x));  // below it is -1; a NaN stays
    return Select(x >= F(0), x, e.high + e.low);
  }
};

// Floats, for parameters that are neither tiny nor huge: within 0.95 ULP.
template <class Exact>
class EluOfFloats {
 public:
  // factor (e^(inputScale x) - 1) below 0, and scale x above.
  EluOfFloats(const Exact& exact, double factor, double scale, double input_scale)
      : exact_(exact),
        factor_(static_cast<float>(factor * kUp)),
        factor_excess_(static_cast<float>(factor * kUp / factor_ - 1)),
        scale_(static_cast<float>(scale)),
        input_scale_(static_cast<float>(input_scale)),
        input_scale_low_(static_cast<float>(input_scale - input_scale_)),
        least_(static_cast<float>(-18 / input_scale)) {}

  // Those for which nothing that counts underflows or overflows, and x scale is a zero's result.
  static bool Holds(double factor, double scale, double input_scale) {
    const auto is_ordinary = [](double x) { return x > 0x1p-20 && x < 0x1p20; };
    return is_ordinary(std::fabs(factor)) && is_ordinary(input_scale) && factor * scale > 0;
  }

  OPENACLNN_ON_DEVICE Exact ExactForm() const { return exact_; }

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F v = Max(F(least_), x);
    const F t = v * F(input_scale_);
    const F t_low = Fma(v, F(input_scale_low_), Fms(v, F(input_scale_), t));
    const ReducedToOctave<F> reduced = ReduceToOctave(t);
    const F rest_low = Fnma(reduced.count, F(kLn2Low), t_low);
    // e^t is 1 + high except for what does not count.
    const auto small = [&](F high, F left) HWY_ATTR {
      return Fma(rest_low, high + F(1), Fma(F(factor_excess_), high, left));
    };
    const F product = TimesParts(F(factor_), Expm1Of(reduced, small));
    return Select(x >= F(0), x * F(scale_), product * F(1 / kUp));
  }
  // Not where t_low is not what t leaves. False for NaN and for infinite values.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F value) const {
    return And(value * F(0) == F(0), Or(x >= F(0), x <= F(-0x1p-80f)));
  }

 private:
  static constexpr float kUp = 0x1p24f;  // so that products do not underflow before the result does

  Exact exact_;
  float factor_, factor_excess_, scale_, input_scale_, input_scale_low_, least_;
};

struct Elu {
  static constexpr int kCost = 300;

  double alpha, scale, input_scale;

  template <class Run>
  OPENACLNN_INLINE auto Choose(const Run& run) const {
    using Form = EluOfFloats<EluExact>;
    const EluExact exact{alpha, scale, input_scale};
    const double factor = alpha * scale;
    if (factor == 1 && scale == 1 && input_scale == 1) return run(EluOfOnes());
    if (Form::Holds(factor, scale, input_scale))
      return run(Form(exact, factor, scale, input_scale));
    return run(ExactAlone<EluExact>{exact});
  }
};

// The 16-bit types.
template <class Exact>
class EluOfHalvesForm {
 public:
  static constexpr int kErrorUlps = 16;

  EluOfHalvesForm(const Exact& exact, double factor, double scale, double input_scale)
      : exact_(exact),
        below_(static_cast<float>(factor)),
        scale_(static_cast<float>(scale)),
        input_scale_(static_cast<float>(input_scale)) {}

  OPENACLNN_ON_DEVICE Exact ExactForm() const { return exact_; }

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const F below = F(below_) * Expm1InFloat(Min(F(0), x) * F(input_scale_));
    return Select(x > F(0), x * F(scale_), below);
  }
  // False for NaN and infinite values.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F x, F value) const {
    const F t = Min(F(0), x) * F(input_scale_);
    return Fma(value, F(0), t) <= F(1);
  }
  template <class F>
  OPENACLNN_INLINE AtLeast<F> CoversFinite(F x, F) const {
    return {Min(F(0), x) * F(-input_scale_), F(-1)};
  }

 private:
  Exact exact_;
  float below_, scale_, input_scale_;
};

struct EluOfHalves {
  double alpha, scale, input_scale;

  template <class Run>
  OPENACLNN_INLINE auto Choose(const Run& run) const {
    using Form = EluOfHalvesForm<EluExact>;
    const EluExact exact{alpha, scale, input_scale};
    const double factor = alpha * scale;
    // A larger factor would bring back what a t that is subnormal in float has lost.
    if (std::fabs(factor) > 16) return run(ExactAlone<EluExact>{exact});
    return run(Form(exact, factor, scale, input_scale));
  }
};

// Doubles: within 2.2 ULP, where alpha scale is a normal double and t is not subnormal; t counts
// with all its bits.
struct EluOfUsualDoubles {
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

// The same where t may be subnormal: within 3 ULP. e^t - 1 is t there, and the product of the four
// numbers is made of parts that neither overflow nor underflow unless it does.
class EluOfAnyDoubles : public EluOfUsualDoubles {
 public:
  EluOfAnyDoubles(double alpha_of, double scale_of, double input_scale_of)
      : EluOfUsualDoubles{alpha_of, scale_of, input_scale_of} {
    int exponent = 0;
    for (const double number : {alpha, scale, input_scale}) {
      int of_number = 0;
      fraction_ *= std::frexp(number, &of_number);
      if (std::isfinite(number)) exponent += of_number;
    }
    const int rest = exponent & 3;
    fraction_ = std::ldexp(fraction_, rest);
    small_ = StepOf(exponent - rest - kShift);
    large_ = StepOf(exponent - rest + kShift);
  }

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    const auto is_large = Abs(x) > F(1);
    const F shifted = x * Select(is_large, F(0x1p-600), F(0x1p600));
    const F step = Select(is_large, F(large_), F(small_));
    const F product = shifted * F(fraction_) * step * step * step * step;
    const auto is_linear = And(x <= F(0), Abs(x * F(input_scale)) < F(0x1p-900));
    return Select(is_linear, product, EluOfUsualDoubles::operator()(x));
  }

 private:
  static constexpr int kShift = 600;  // octaves from x to where its products are normal numbers

  // The fourth root of 2^exponent, as far as there is one.
  static double StepOf(int exponent) {
    return std::ldexp(1.0, std::clamp(exponent / 4, -1000, 1000));
  }

  double fraction_ = 1, small_, large_;
};

// Doubles: an alpha scale up to this makes half an ULP of a subnormal t one ULP.
struct EluOfDoubles {
  using Compute = double;

  double alpha, scale, input_scale;

  template <class Run>
  OPENACLNN_INLINE auto Choose(const Run& run) const {
    if (std::fabs(alpha * scale) <= 2) return run(EluOfUsualDoubles{alpha, scale, input_scale});
    return run(EluOfAnyDoubles(alpha, scale, input_scale));
  }
};

// In double for every value. NaN is above 0.
struct EluBackwardExact {
  using Compute = double;

  double alpha, scale, input_scale;

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    const F factor = F(input_scale * (alpha * scale));
    const F below = (grad * factor) * ExpForFloat(x * F(input_scale));
    return Select(x <= F(0), below, grad * F(scale));
  }
};

// Floats: within 0.8 ULP.
class EluBackwardOfFloats {
 public:
  EluBackwardOfFloats(double alpha, double scale, double input_scale)
      : exact_{alpha, scale, input_scale}, steps_(-input_scale), scale_(static_cast<float>(scale)) {
    const double factor = input_scale * (alpha * scale), size = std::fabs(factor);
    factor_ = static_cast<float>(factor * kUp / kPowerScale);
    factor_low_ = static_cast<float>(factor * kUp / kPowerScale - factor_);
    // Parameters for which products in float lose something.
    const bool is_odd = !(size > 0x1p-10 && size < 0x1p60) || std::fabs(input_scale) < 0x1p-60;
    most_steps_ = is_odd ? -1 : 460;  // as far as e^-80, or e^80
  }

  OPENACLNN_ON_DEVICE EluBackwardExact ExactForm() const { return exact_; }

  template <class F>
  OPENACLNN_INLINE F operator()(F grad, F x) const {
    const F v = Min(F(0), x);  // a NaN stays
    const F shifted = steps_.Shifted(v), rest = steps_.Rest(v);
    const F power = PowerOfSteps<0>(shifted);
    const F high = power * F(factor_);
    const F high_low = Fma(power, F(factor_low_), Fms(power, F(factor_), high));
    const F low = Fma(high, rest * RestOfPower(rest), high_low);
    return Select(x <= F(0), TimesSum(grad, high, low) * F(1 / kUp), grad * F(scale_));
  }
  // False for NaN, and for infinite values, whose product with 0 is NaN.
  template <class F>
  OPENACLNN_INLINE typename F::Mask Covers(F, F x, F value) const {
    return Abs(Fma(value, F(0), StepsTo(Min(F(0), x)))) <= F(most_steps_);
  }

 protected:
  template <class F>
  OPENACLNN_INLINE F StepsTo(F v) const {
    return steps_.Count(v);
  }

  float most_steps_;

 private:
  static constexpr float kUp = 0x1p24f;  // so that products do not underflow before the result does

  EluBackwardExact exact_;
  StepsDown<4> steps_;
  float scale_, factor_, factor_low_;
};

// The 16-bit types, correctly rounded.
struct EluBackwardOfHalvesForm : EluBackwardOfFloats {
  static constexpr int kErrorUlps = 1;

  using EluBackwardOfFloats::EluBackwardOfFloats;

  template <class F>
  OPENACLNN_INLINE AtLeast<F> CoversFinite(F, F x, F) const {
    const F v = Min(x, F(0));  // not NaN, for which the value holds
    return {-Abs(StepsTo(v)), F(-most_steps_)};
  }
};

template <class Form>
struct EluBackwardInFloat {
  static constexpr int kCost = 300;

  double alpha, scale, input_scale;

  template <class Run>
  OPENACLNN_INLINE auto Choose(const Run& run) const {
    return run(Form(alpha, scale, input_scale));
  }
};

using EluBackward = EluBackwardInFloat<EluBackwardOfFloats>;
using EluBackwardOfHalves = EluBackwardInFloat<EluBackwardOfHalvesForm>;

// One rounding except for those of double.
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
