// Every function that an operator computes of one element of each operand, behind one prototype:
// the exact value and the same in long double and in double.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <span>
#include <type_traits>
#include <utility>

#include "tests/oracle/real.h"

namespace openaclnn::oracle {

// The scalar arguments in the order of the C function, after their conversion to the compute type;
// of a loss first what it is divided by.
struct Scalars {
  double first = 0;
  double second = 0;
  double third = 0;
  double fourth = 0;  // 1 if a bool is true
};

// How many operands a function takes, after which it may take the scalars.
template <class Function, class T>
constexpr size_t Arity() {
  if constexpr (std::is_invocable_v<Function, T> || std::is_invocable_v<Function, T, Scalars>) {
    return 1;
  } else if constexpr (std::is_invocable_v<Function, T, T> ||
                       std::is_invocable_v<Function, T, T, Scalars>) {
    return 2;
  } else if constexpr (std::is_invocable_v<Function, T, T, T> ||
                       std::is_invocable_v<Function, T, T, T, Scalars>) {
    return 3;
  } else {
    return 4;
  }
}

// Calls it with the operands that `operand` gives by their number.
template <class T, class Function>
auto CallWith(const auto& operand, const Scalars& scalars) {
  return [&]<size_t... k>(std::index_sequence<k...>) {
    if constexpr (std::is_invocable_v<Function, decltype(static_cast<void>(k), T{})..., Scalars>) {
      return Function{}(static_cast<T>(operand(k))..., scalars);
    } else {
      return Function{}(static_cast<T>(operand(k))...);
    }
  }
  (std::make_index_sequence<Arity<Function, T>()>());
}

// A function of its operands as real numbers.
class Exact {
 public:
  template <class Function>  // a lambda without captures: [](double grad, double x, Scalars)
  constexpr Exact(Function)  // NOLINT: as the pointer to a function
      : of_(&Of<Function>), arity_(Arity<Function, double>()) {}

  Real operator()(std::span<const double> operands, const Scalars& scalars = {}) const {
    return of_(operands, scalars);
  }
  Real operator()(std::initializer_list<double> operands, const Scalars& scalars = {}) const {
    return of_({operands.begin(), operands.size()}, scalars);
  }
  size_t arity() const { return arity_; }

 private:
  template <class Function>
  static Real Of(std::span<const double> operands, const Scalars& scalars) {
    return CallWith<double, Function>([&](size_t k) { return operands[k]; }, scalars);
  }

  Real (*of_)(std::span<const double>, const Scalars&);
  size_t arity_;
};

// The same in long double and in double, by one template (tests/oracle/fast.h says how exact).
class Fast {
 public:
  template <class Function>  // a lambda without captures: []<class T>(T grad, T x, Scalars) -> T
  constexpr Fast(Function)   // NOLINT: as the pointer to a function
      : in_long_double_(&Of<Function, long double>),
        in_double_(&Of<Function, double>),
        of_many_(&OfMany<Function>) {}

  long double operator()(std::span<const double> operands, const Scalars& scalars = {}) const {
    long double wide[4] = {};
    std::copy(operands.begin(), operands.end(), wide);
    return in_long_double_(wide, scalars);
  }
  template <class T>
  T In(std::initializer_list<T> operands, const Scalars& scalars = {}) const {
    if constexpr (std::is_same_v<T, double>) {
      return in_double_(operands.begin(), scalars);
    } else {
      return in_long_double_(operands.begin(), scalars);
    }
  }
  // The values for many elements of each operand.
  void OfMany(std::span<const std::span<const float>> operands, const Scalars& scalars,
              std::span<double> values) const {
    of_many_(operands, scalars, values);
  }

 private:
  template <class Function, class T>
  static T Of(const T* operands, const Scalars& scalars) {
    return CallWith<T, Function>([&](size_t k) { return operands[k]; }, scalars);
  }
  template <class Function>
  static void OfMany(std::span<const std::span<const float>> operands, const Scalars& scalars,
                     std::span<double> values) {
    const float* begins[4] = {};
    for (size_t k = 0; k < operands.size(); ++k) begins[k] = operands[k].data();
    for (size_t i = 0; i < values.size(); ++i) {
      values[i] = CallWith<double, Function>([&](size_t k) { return begins[k][i]; }, scalars);
    }
  }

  long double (*in_long_double_)(const long double*, const Scalars&);
  double (*in_double_)(const double*, const Scalars&);
  void (*of_many_)(std::span<const std::span<const float>>, const Scalars&, std::span<double>);
};

struct Definition {
  Exact exact;
  Fast fast;
  double root = std::numeric_limits<double>::quiet_NaN();  // where `fast` is less exact

  size_t arity() const { return exact.arity(); }
  // The operand that is not linear, or is x of f(grad, x): the root is one of it.
  size_t curved() const { return arity() > 1 ? 1 : 0; }

  // `fast` in double; kUndecided wherever that is not exact enough.
  void InDouble(std::span<const std::span<const float>> operands, const Scalars& scalars,
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
    kSoftshrink, kShrink;

extern const Definition kAbs, kCos, kErf, kExp, kLog, kNeg, kReciprocal, kRsqrt, kSign, kSin, kSqrt;
// The same with numbers: `first`, and of clamp `second`.
extern const Definition kFloorDivide, kFloorDivides, kRemainder, kRemainderByNumber,
    kRemainderOfNumber, kPowOfTwo;
extern const Definition kRsub, kRsubs, kFloor, kCeil, kTrunc, kRound, kNanToNum;
extern const Definition kLogicalAnd, kLogicalOr, kLogicalXor, kLogicalNot;
// Elements next to a number, and to those of another operand.
extern const Definition kGreater, kGreaterOrEqual, kLess, kLessOrEqual, kEqual, kNotEqual,
    kGreaterThanOther, kGreaterOrEqualToOther, kLessThanOther, kLessOrEqualToOther, kEqualToOther,
    kNotEqualToOther;
extern const Definition kClamp, kClampMin, kClampMax, kPow, kPowOfNumber;

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
