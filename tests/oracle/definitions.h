// Every function of two elements that an operator computes, behind one prototype: the exact value
// and the same in long double and in double, for tests and tools that go through all of them.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <type_traits>

#include "tests/oracle/real.h"

namespace openaclnn::oracle {

// The scalar arguments in the order of the C function, after their conversion to the compute type.
// For prelu, the weight.
struct Scalars {
  double first = 0;
  double second = 0;
  double third = 0;
  double fourth = 0;  // 1 if a bool is true
};

// A function in long double and in double, by one template (tests/oracle/fast.h says how exact).
class Fast {
 public:
  template <class Function>  // a lambda without captures: []<class T>(T grad, T x, Scalars) -> T
  constexpr Fast(Function)   // NOLINT: as the pointer to a function
      : in_long_double_(&Of<Function, long double>),
        in_double_(&Of<Function, double>),
        of_many_(&OfMany<Function>) {}

  long double operator()(float grad, float x, Scalars scalars) const {
    return in_long_double_(grad, x, scalars);
  }
  template <class T>
  T In(T grad, T x, Scalars scalars) const {
    if constexpr (std::is_same_v<T, double>) {
      return in_double_(grad, x, scalars);
    } else {
      return in_long_double_(grad, x, scalars);
    }
  }
  void OfMany(std::span<const float> grad, std::span<const float> x, const Scalars& scalars,
              std::span<double> values) const {
    of_many_(grad, x, scalars, values);
  }

 private:
  template <class Function, class T>
  static T Of(T grad, T x, Scalars scalars) {
    return Function{}(grad, x, scalars);
  }
  template <class Function>
  static void OfMany(std::span<const float> grad, std::span<const float> x, const Scalars& scalars,
                     std::span<double> values) {
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = Function{}(double{grad[i]}, double{x[i]}, scalars);
    }
  }

  long double (*in_long_double_)(long double, long double, Scalars);
  double (*in_double_)(double, double, Scalars);
  void (*of_many_)(std::span<const float>, std::span<const float>, const Scalars&,
                   std::span<double>);
};

struct Definition {
  Real (*exact)(double grad, double x, Scalars scalars);
  Fast fast;
  double root = std::numeric_limits<double>::quiet_NaN();  // where `fast` is less exact

  // `fast` in double; kUndecided wherever that is not exact enough.
  void InDouble(std::span<const float> grad, std::span<const float> x, const Scalars& scalars,
                std::span<double> values) const;
};

extern const Definition kHardtanh, kSoftplus, kPreluGradInput, kGeluErf, kGeluTanh, kLogit;
extern const Definition kHardswishBackward, kHardswishBackwardV2, kHardsigmoidBackward,
    kShrinkBackward, kSiluBackward, kSwishBackward, kFastGeluBackward, kThresholdBackward,
    kLeakyReluBackward;

// Functions of one element, whatever the gradient.
extern const Definition kRelu, kLeakyRelu, kThreshold, kFastGelu, kSilu, kSwish, kSigmoid,
    kGeluErfForward, kGeluTanhForward, kTanh, kLogSigmoid, kMish, kLogitForward, kErfinv, kElu,
    kSelu, kCelu, kSoftplusForward, kHardtanhForward, kHardswish, kHardsigmoid, kHardshrink,
    kSoftshrink, kShrink, kSquaredRelu;

extern const Definition kAbs, kCos, kErf, kExp, kLog, kNeg, kReciprocal, kRsqrt, kSign, kSin, kSqrt;
// The same with numbers: `first`, and of clamp `second`.
extern const Definition kClamp, kClampMin, kClampMax, kGreater, kLess, kEqual, kPow, kPowOfNumber;

// Functions of two elements: `grad` is self, or input, and `x` other, values or weight.
extern const Definition kAddRelu, kHeaviside, kPrelu, kAdd, kSub, kMul, kDiv, kMaximum, kMinimum;

// Functions of three elements, `grad`, `x` and `first`; `second` is a factor of the product or the
// quotient. kLerp: a function of two elements, `first` of the way from one to the other.
extern const Definition kAddcmul, kAddcdiv, kLerp;

// The same of one element and a number, `first`; of sums and differences `second` is alpha.
extern const Definition kAdds, kSubs, kMuls, kDivs;

// Gradients. `x` is the output for tanh and sigmoid, and the argument or the result for elu and
// selu. For the binary cross entropy `first` is the weight, `second` the positive weight, and
// `third` the divisor.
extern const Definition kTargetBackward;
extern const Definition kSigmoidBackward, kTanhBackward, kLogSigmoidBackward, kMishBackward,
    kEluBackward, kSeluBackward;

// Functions of halves, by the half that is not linear: `grad` is the other half, or gradOutput
// with ones in the other half.
extern const Definition kGluOfGate, kGluBackwardOfGate, kSwiGluOfGate, kGeGluErfOfGate,
    kGeGluTanhOfGate, kFatreluMulOfGate;

// Functions of rows (x, 0), and of gradients (grad, 0) of such results: the first number of the
// result.
extern const Definition kSoftmaxOfTwo, kLogSoftmaxOfTwo, kSoftmaxBackwardOfTwo;

}  // namespace openaclnn::oracle
