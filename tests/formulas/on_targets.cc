#include "tests/formulas/on_targets.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <initializer_list>
#include <sstream>
#include <type_traits>
#include <utility>

#include "tests/formulas/evaluators.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/formulas/on_targets.cc"
#include "hwy/foreach_target.h"

#include "formulas/exp-inl.h"
#include "formulas/guarded-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/log-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/scalar.h"
#include "formulas/sigmoid-inl.h"
#include "formulas/twin-inl.h"
#include "formulas/wide_log1p-inl.h"
#include "ops/activation/gelu-inl.h"
#include "ops/activation/hardtanh-inl.h"
#include "ops/activation/logit-inl.h"
#include "ops/activation/prelu-inl.h"
#include "ops/activation/softplus-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace {

// As many vectors side by side as the loops over tiles compute.
#if HWY_IS_ASAN || HWY_IS_TSAN
template <class T>
using InFlight = Twin<Lanes<T>>;
#else
template <class T>
using InFlight = Twin<Twin<Lanes<T>>>;
#endif

// How values are read and written in place, and how many at a time. T: float or double, the value's
// own type or a narrower one.
template <class F>
struct Access;
template <class C>
struct Access<OneLane<C>> {
  static constexpr size_t Size() { return 1; }
  template <class T>
  static OPENACLNN_INLINE OneLane<C> Load(const T* from) {
    return OneLane<C>(*from);
  }
  template <class T>
  static OPENACLNN_INLINE void Store(OneLane<C> value, T* to) {
    *to = static_cast<T>(value.raw);
  }
};
template <class C>
struct Access<Lanes<C>> {
  static OPENACLNN_INLINE size_t Size() { return Lanes<C>::Size(); }
  template <class T>
  static OPENACLNN_INLINE Lanes<C> Load(const T* from) {
    return Lanes<C>::Load(from);
  }
  template <class T>
  static OPENACLNN_INLINE void Store(Lanes<C> value, T* to) {
    value.Store(to);
  }
};
template <class F>
struct Access<Twin<F>> {
  static OPENACLNN_INLINE size_t Size() { return 2 * Access<F>::Size(); }
  template <class T>
  static OPENACLNN_INLINE Twin<F> Load(const T* from) {
    return {Access<F>::Load(from), Access<F>::Load(from + Access<F>::Size())};
  }
  template <class T>
  static OPENACLNN_INLINE void Store(Twin<F> value, T* to) {
    Access<F>::Store(value.a, to);
    Access<F>::Store(value.b, to + Access<F>::Size());
  }
};

template <class F, class T>
OPENACLNN_INLINE F LoadAs(const T* from) {
  return Access<F>::Load(from);
}
template <class F, class T>
OPENACLNN_INLINE void StoreTo(F value, T* to) {
  Access<F>::Store(value, to);
}

template <class F, class Step>
void ForEach(size_t count, const Step& step) {
  for (size_t i = 0; i < count; i += Access<F>::Size()) step(i);
}

template <template <class> class L, class T, class Function>
void Binary(const Function& function, const T* grad, const T* x, T* out, size_t count) {
  using F = L<typename ComputeOf<Function, T>::Type>;
  ForEach<F>(count, [&](size_t i) HWY_ATTR {
    StoreTo(Evaluate(function, LoadAs<F>(grad + i), LoadAs<F>(x + i)), out + i);
  });
}

template <template <class> class L>
void RunFormula(Formula formula, ScalarParams<float> p, const float* grad, const float* x,
                float* out, size_t count) {
  switch (formula) {
    case Formula::kHardtanh:
      return Binary<L>(HardtanhBackward<float>{p.first, p.second}, grad, x, out, count);
    case Formula::kSoftplus:
      return SoftplusBackward{p.first, p.second}.Choose(
          [&](const auto& form) { Binary<L>(form, grad, x, out, count); });
    case Formula::kGeluErf:
      return Binary<L>(GeluBackwardErf{}, grad, x, out, count);
    case Formula::kGeluTanh:
      return Binary<L>(GeluBackwardTanh{}, grad, x, out, count);
    case Formula::kLogit:
      return LogitGrad{p.first}.Choose(
          [&](const auto& form) { Binary<L>(form, grad, x, out, count); });
  }
}

template <class F>
void RunPrelu(float weight, const float* grad, const float* x, float* grad_input, float* terms,
              size_t count) {
  ForEach<F>(count, [&](size_t i) HWY_ATTR {
    const PreluBackward<float> prelu;
    const F g = LoadAs<F>(grad + i), v = LoadAs<F>(x + i);
    StoreTo(prelu(g, v, F(weight)), grad_input + i);
    const auto term = prelu.Term(g, v, F(weight));
    StoreTo(ZeroIf(term.none, term.a * term.b), terms + i);
  });
}

template <class F>
OPENACLNN_INLINE F Apply(Word word, F a, F b, F c) {
  using T = typename F::Lane;
  switch (word) {
    case Word::kAdd:
      return a + b;
    case Word::kSubtract:
      return a - b;
    case Word::kMultiply:
      return a * b;
    case Word::kDivide:
      return a / b;
    case Word::kNegate:
      return -a;
    case Word::kAbs:
      return Abs(a);
    case Word::kFma:
      return Fma(a, b, c);
    case Word::kMax:
      return Max(a, b);
    case Word::kMin:
      return Min(a, b);
    case Word::kLess:
      return Select(a < b, c, b);
    case Word::kGreater:
      return Select(a > b, c, b);
    case Word::kLessEqual:
      return Select(a <= b, c, b);
    case Word::kGreaterEqual:
      return Select(a >= b, c, b);
    case Word::kEqual:
      return Select(a == b, c, b);
    case Word::kNotEqual:
      return Select(a != b, c, b);
    case Word::kAndOrNot:
      return Select(Or(And(a < b, b < c), Not(a <= c)), c, a);
    case Word::kZeroIf:
      return ZeroIf(a < b, c);
    case Word::kNegateIf:
      return NegateIf(a < b, c);
    case Word::kCopySign:
      return CopySign(a, b);
    case Word::kPowerOfTwo:
      return PowerOfTwo(a);
    case Word::kAddToExponent:
      return AddToExponent(a, b);
    case Word::kExponentOf:
      return ExponentOf(a);
    case Word::kTimesPowerOfTwo:
      return TimesPowerOfTwo(a, b);
    case Word::kSqrt:
      return Sqrt(a);
    case Word::kHasBit:
      return Select(HasBit<3>(b), a, c);
    case Word::kComputeIf:
      return ComputeIf(
          a < b, a, [](T x) { return 2 * x - 1; }, c);
    case Word::kFms:
      return Fms(a, b, c);
    case Word::kFnma:
      return Fnma(a, b, c);
    case Word::kFnms:
      return Fnms(a, b, c);
    case Word::kHorner:
      return Horner(a, {T(1), T(-2), T(3), T(-4), T(5), T(-6), T(7)});
    case Word::kPolynomial:
      return Polynomial(a, {T(1), T(-2), T(3), T(-4), T(5), T(-6), T(7)});
    case Word::kPolynomialEven:
      return Polynomial(a, {T(1), T(-2), T(3), T(-4), T(5), T(-6)});
    default:
      break;
  }
  if constexpr (std::is_same_v<T, float>) {
    static constexpr float kTable[8] = {1, -2, 4, -8, 16, -32, 64, -128};
    static constexpr float kShortTable[4] = {1, -2, 4, -8};
    static constexpr float kLongTable[16] = {1,   -2,   4,    -8,    16,   -32,   64,    -128,
                                             256, -512, 1024, -2048, 4096, -8192, 16384, -32768};
    switch (word) {
      case Word::kIsZeroOrPositiveNormal:
        return Select(IsZeroOrPositiveNormal(a), c, b);
      case Word::kAddShifted:
        return AddShifted<21>(a, b);
      case Word::kLookUpInFour:
        return LookUp(b, kShortTable);
      case Word::kLookUpInEight:
        return LookUp(b, kTable);
      case Word::kLookUpInSixteen:
        return LookUp(b, kLongTable);
      default:
        return a;  // the rest in double only
    }
  } else {
    switch (word) {
      case Word::kExp2ForFloat:
        return Exp2ForFloat(a);
      case Word::kExp2OfMinusProductForFloat:
        return Exp2OfMinusProductForFloat(a, b);
      case Word::kExpPower:
        return ExpScaled(a, b).power;
      case Word::kExpPowerLow:
        return ExpScaled(a, b).power_low;
      case Word::kExpExponent:
        return ExpScaled(a, b).exponent;
      case Word::kTimesSigmoidForFloat:
        return TimesSigmoidForFloat(a, b);
      case Word::kNearest:
        return exp_internal::Nearest(a);
      case Word::kLogForFloat:
        return LogForFloat(a);
      case Word::kLog1pForFloat:
        return Log1pForFloat(a);
      case Word::kLog1p:
        return Log1p(a);
      case Word::kWideLog1p:
        return WideLog1p(a);
      default:
        return TimesSigmoid(a, b, c);
    }
  }
}

template <class F, class T = typename F::Lane>
void RunWord(Word word, const T* a, const T* b, const T* c, T* out, size_t count) {
  ForEach<F>(count, [&](size_t i) HWY_ATTR {
    StoreTo(Apply(word, LoadAs<F>(a + i), LoadAs<F>(b + i), LoadAs<F>(c + i)), out + i);
  });
}

template <class F, class From, class To>
void Convert(const From* values, To* out, size_t count) {
  ForEach<F>(count, [&](size_t i) HWY_ATTR { StoreTo(LoadAs<F>(values + i), out + i); });
}

template <template <class> class F>
constexpr Evaluators EvaluatorsOf(const char* name) {
  return {
      name,
      RunFormula<F>,
      [](ScalarParams<double> p, const double* grad, const double* x, double* out, size_t count) {
        Binary<F>(SoftplusBackwardOfDoubles{p.first, p.second}, grad, x, out, count);
      },
      RunPrelu<F<float>>,
      RunWord<F<float>>,
      RunWord<F<double>>,
      Convert<F<double>, double, float>,
      Convert<F<double>, float, double>};
}

}  // namespace

const EvaluatorsOfTarget* AllEvaluators() {
  static constexpr EvaluatorsOfTarget kAll = {EvaluatorsOf<OneLane>("one number"),
                                              EvaluatorsOf<Lanes>("a vector"),
                                              EvaluatorsOf<InFlight>("vectors side by side")};
  return &kAll;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(AllEvaluators);

struct Target {
  std::string name;
  const EvaluatorsOfTarget* evaluators;
};

// The best target first: its bit is the lowest.
std::vector<Target> FindTargets() {
  std::vector<Target> targets;
  for (int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1) {
    const int64_t target = rest & -rest;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    targets.push_back({hwy::TargetName(target), HWY_DYNAMIC_DISPATCH(AllEvaluators)()});
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return targets;
}

const std::vector<Target>& Targets() {
  static const std::vector<Target> targets = FindTargets();
  return targets;
}

template <class T>
bool AreSame(T a, T b, Nans nans) {
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
  return std::bit_cast<Bits>(a) == std::bit_cast<Bits>(b) ||
         (nans == Nans::kAlike && std::isnan(a) && std::isnan(b));
}

// Up to three values for each element, padded with ones.
template <class T>
class Inputs {
 public:
  Inputs(std::initializer_list<std::span<const T>> inputs) : size_(inputs.begin()->size()) {
    for (const std::span<const T> input : inputs) {
      padded_.emplace_back(input.begin(), input.end());
      padded_.back().resize(padded_size(), T{1});
    }
  }

  const T* operator[](size_t k) const { return padded_[k].data(); }
  size_t size() const { return size_; }
  size_t padded_size() const {
    return (size_ + kEvaluatedAtATime - 1) / kEvaluatedAtATime * kEvaluatedAtATime;
  }
  std::string Describe(size_t i) const {
    std::ostringstream text;
    text << std::hexfloat;
    for (const auto& input : padded_) text << (text.tellp() > 0 ? ", " : "") << input[i];
    return text.str();
  }

 private:
  size_t size_;
  std::vector<std::vector<T>> padded_;
};

// What `run` writes for all elements with the evaluators that it is given.
template <class T, class Out = T, class Run>
std::vector<Out> EvaluateInAllWays(const Inputs<T>& inputs, Nans nans, const Run& run) {
  std::vector<Out> first, out(inputs.padded_size());
  for (const Target& target : Targets()) {
    for (const Evaluators& evaluators : *target.evaluators) {
      run(evaluators, out.data(), out.size());
      if (first.empty()) first = out;
      for (size_t i = 0; i < inputs.size(); ++i) {
        if (AreSame(first[i], out[i], nans)) continue;
        ADD_FAILURE() << target.name << ", " << evaluators.name << ": " << std::hexfloat << out[i]
                      << " of " << inputs.Describe(i) << ", not " << first[i] << " as on "
                      << Targets()[0].name << ", " << Targets()[0].evaluators->front().name;
        break;
      }
    }
  }
  first.resize(inputs.size());
  return first;
}

}  // namespace

std::vector<std::string> TargetNames() {
  std::vector<std::string> names;
  for (const Target& target : Targets()) names.push_back(target.name);
  return names;
}

std::vector<float> Evaluate(Formula formula, ScalarParams<float> params,
                            std::span<const float> grad, std::span<const float> x, Nans nans) {
  const Inputs<float> inputs = {grad, x};
  return EvaluateInAllWays(inputs, nans, [&](const Evaluators& e, float* out, size_t count) {
    e.formula(formula, params, inputs[0], inputs[1], out, count);
  });
}

std::vector<double> EvaluateSoftplus(ScalarParams<double> params, std::span<const double> grad,
                                     std::span<const double> x) {
  const Inputs<double> inputs = {grad, x};
  return EvaluateInAllWays(inputs, Nans::kAlike,
                           [&](const Evaluators& e, double* out, size_t count) {
                             e.softplus(params, inputs[0], inputs[1], out, count);
                           });
}

PreluResults EvaluatePrelu(float weight, std::span<const float> grad, std::span<const float> x) {
  const Inputs<float> inputs = {grad, x};
  std::vector<float> others(inputs.padded_size());
  const auto run = [&](bool terms) {
    return EvaluateInAllWays(inputs, Nans::kAlike,
                             [&](const Evaluators& e, float* out, size_t count) {
                               e.prelu(weight, inputs[0], inputs[1], terms ? others.data() : out,
                                       terms ? out : others.data(), count);
                             });
  };
  return {run(false), run(true)};
}

std::vector<float> EvaluateWord(Word word, std::span<const float> a, std::span<const float> b,
                                std::span<const float> c, Nans nans) {
  const Inputs<float> inputs = {a, b, c};
  return EvaluateInAllWays(inputs, nans, [&](const Evaluators& e, float* out, size_t count) {
    e.word(word, inputs[0], inputs[1], inputs[2], out, count);
  });
}

std::vector<double> EvaluateWord(Word word, std::span<const double> a, std::span<const double> b,
                                 std::span<const double> c, Nans nans) {
  const Inputs<double> inputs = {a, b, c};
  return EvaluateInAllWays(inputs, nans, [&](const Evaluators& e, double* out, size_t count) {
    e.word_in_double(word, inputs[0], inputs[1], inputs[2], out, count);
  });
}

std::vector<float> EvaluateNarrowed(std::span<const double> values) {
  const Inputs<double> inputs = {values};
  return EvaluateInAllWays<double, float>(
      inputs, Nans::kAlike,
      [&](const Evaluators& e, float* out, size_t count) { e.narrow(inputs[0], out, count); });
}

std::vector<double> EvaluateWidened(std::span<const float> values) {
  const Inputs<float> inputs = {values};
  return EvaluateInAllWays<float, double>(
      inputs, Nans::kAlike,
      [&](const Evaluators& e, double* out, size_t count) { e.widen(inputs[0], out, count); });
}

}  // namespace openaclnn
#endif  // HWY_ONCE
