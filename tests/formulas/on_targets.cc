#include "tests/formulas/on_targets.h"

#include <algorithm>
#include <type_traits>

#include "tests/formulas/evaluators.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/formulas/on_targets.cc"
#include "hwy/foreach_target.h"

#include "formulas/exp-inl.h"
#include "formulas/lanes-inl.h"
#include "formulas/polynomial-inl.h"
#include "formulas/scalar.h"
#include "formulas/sigmoid-inl.h"
#include "ops/activation/gelu_backward_v2-inl.h"
#include "ops/activation/hardtanh_backward-inl.h"
#include "ops/activation/logit_grad-inl.h"
#include "ops/activation/prelu_backward-inl.h"
#include "ops/activation/softplus_backward-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace {

// A number at a time, or all of a vector, read and written in place. T: float or double, F's own
// type or a narrower one.
template <class F, class T>
OPENACLNN_INLINE F LoadAs(const T* from) {
  if constexpr (std::is_same_v<F, OneLane<typename F::Lane>>)
    return F(*from);
  else
    return F::Load(from);
}
template <class C, class T>
OPENACLNN_INLINE void StoreTo(OneLane<C> value, T* to) {
  *to = static_cast<T>(value.raw);
}
template <class C, class T>
OPENACLNN_INLINE void StoreTo(Lanes<C> value, T* to) {
  value.Store(to);
}
template <class F>
OPENACLNN_INLINE size_t SizeOf() {
  if constexpr (std::is_same_v<F, OneLane<typename F::Lane>>)
    return 1;
  else
    return F::Size();
}

// `count` is a multiple of every vector's size.
template <class F, class Step>
void ForEach(size_t count, const Step& step) {
  for (size_t i = 0; i < count; i += SizeOf<F>()) step(i);
}

// What a formula computes values of T with: its type Compute if it names one, else T.
template <class Function, class T>
struct ComputeOf {
  using Type = T;
};
template <class Function, class T>
requires requires { typename Function::Compute; }
struct ComputeOf<Function, T> {
  using Type = typename Function::Compute;
};

template <template <class> class L, class T, class Function>
void Binary(const Function& function, const T* grad, const T* x, T* out, size_t count) {
  using F = L<typename ComputeOf<Function, T>::Type>;
  ForEach<F>(count, [&](size_t i) HWY_ATTR {
    StoreTo(function(LoadAs<F>(grad + i), LoadAs<F>(x + i)), out + i);
  });
}

template <template <class> class L>
void RunFormula(Formula formula, ScalarParams<float> p, const float* grad, const float* x,
                float* out, size_t count) {
  switch (formula) {
    case Formula::kHardtanh:
      return Binary<L>(HardtanhBackward<float>{p.first, p.second}, grad, x, out, count);
    case Formula::kSoftplus:
      return Binary<L>(SoftplusBackward<float>{p.first, p.second}, grad, x, out, count);
    case Formula::kGeluErf:
      return Binary<L>(GeluBackwardErf<float>{}, grad, x, out, count);
    case Formula::kGeluTanh:
      return Binary<L>(GeluBackwardTanh<float>{}, grad, x, out, count);
    case Formula::kLogit:
      return Binary<L>(LogitGrad<float>{p.first}, grad, x, out, count);
  }
}

template <class F>
void RunPrelu(float weight, const float* grad, const float* x, float* grad_input, float* terms,
              size_t count) {
  ForEach<F>(count, [&](size_t i) HWY_ATTR {
    const auto pair = PreluBackward<float>()(LoadAs<F>(grad + i), LoadAs<F>(x + i), F(weight));
    StoreTo(pair.result, grad_input + i);
    StoreTo(pair.term, terms + i);
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
    case Word::kPowerOfTwo:
      return PowerOfTwo(a);
    case Word::kAddToExponent:
      return AddToExponent(a, b);
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
    return a;  // the rest in double only
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

}  // namespace

template <template <class> class F>
const Evaluators* EvaluatorsOf() {
  static constexpr Evaluators kEvaluators = {
      RunFormula<F>,
      [](ScalarParams<double> p, const double* grad, const double* x, double* out, size_t count) {
        Binary<F>(SoftplusBackward<double>{p.first, p.second}, grad, x, out, count);
      },
      RunPrelu<F<float>>, RunWord<F<float>>, RunWord<F<double>>};
  return &kEvaluators;
}

const Evaluators* LanesEvaluators() { return EvaluatorsOf<Lanes>(); }
const Evaluators* OneLaneEvaluators() { return EvaluatorsOf<OneLane>(); }

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(LanesEvaluators);
HWY_EXPORT(OneLaneEvaluators);

const Evaluators& EvaluatorsFor(TargetBit target) {
  hwy::SetSupportedTargetsForTest(target);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  const Evaluators* evaluators = target == kOneNumber ? HWY_DYNAMIC_DISPATCH(OneLaneEvaluators)()
                                                      : HWY_DYNAMIC_DISPATCH(LanesEvaluators)();
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return *evaluators;
}

// A copy filled up with ones to a multiple of every vector's size.
template <class T>
std::vector<T> Padded(std::span<const T> values) {
  std::vector<T> padded(values.begin(), values.end());
  padded.resize((values.size() + 63) / 64 * 64, T{1});
  return padded;
}

template <class T, class Run>
std::vector<T> Collect(size_t count, const Run& run) {
  std::vector<T> out((count + 63) / 64 * 64);
  run(out.data(), out.size());
  out.resize(count);
  return out;
}

}  // namespace

std::vector<TargetBit> AllTargets() {
  std::vector<TargetBit> targets = {kOneNumber};
  for (int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1) {
    targets.push_back(rest & -rest);
  }
  return targets;
}

std::string TargetName(TargetBit target) {
  return target == kOneNumber ? "one number" : hwy::TargetName(target);
}

std::vector<float> Evaluate(TargetBit target, Formula formula, ScalarParams<float> params,
                            std::span<const float> grad, std::span<const float> x) {
  const std::vector<float> g = Padded(grad), values = Padded(x);
  return Collect<float>(x.size(), [&](float* out, size_t count) {
    EvaluatorsFor(target).formula(formula, params, g.data(), values.data(), out, count);
  });
}

std::vector<double> EvaluateSoftplus(TargetBit target, ScalarParams<double> params,
                                     std::span<const double> grad, std::span<const double> x) {
  const std::vector<double> g = Padded(grad), values = Padded(x);
  return Collect<double>(x.size(), [&](double* out, size_t count) {
    EvaluatorsFor(target).softplus(params, g.data(), values.data(), out, count);
  });
}

PreluResults EvaluatePrelu(TargetBit target, float weight, std::span<const float> grad,
                           std::span<const float> x) {
  const std::vector<float> g = Padded(grad), values = Padded(x);
  PreluResults results;
  results.terms.resize(g.size());
  results.grad_input = Collect<float>(x.size(), [&](float* out, size_t count) {
    EvaluatorsFor(target).prelu(weight, g.data(), values.data(), out, results.terms.data(), count);
  });
  results.terms.resize(x.size());
  return results;
}

std::vector<float> EvaluateWord(TargetBit target, Word word, std::span<const float> a,
                                std::span<const float> b, std::span<const float> c) {
  const std::vector<float> pa = Padded(a), pb = Padded(b), pc = Padded(c);
  return Collect<float>(a.size(), [&](float* out, size_t count) {
    EvaluatorsFor(target).word(word, pa.data(), pb.data(), pc.data(), out, count);
  });
}

std::vector<double> EvaluateWord(TargetBit target, Word word, std::span<const double> a,
                                 std::span<const double> b, std::span<const double> c) {
  const std::vector<double> pa = Padded(a), pb = Padded(b), pc = Padded(c);
  return Collect<double>(a.size(), [&](double* out, size_t count) {
    EvaluatorsFor(target).word_in_double(word, pa.data(), pb.data(), pc.data(), out, count);
  });
}

}  // namespace openaclnn
#endif  // HWY_ONCE
