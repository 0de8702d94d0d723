#include "tools/sweep/subjects.h"

#include <algorithm>
#include <cmath>

#include "engine/halves.h"
#include "fmt/format.h"
#include "ops/registry.h"

namespace openaclnn::sweep {
namespace {

Subject Hardtanh(float min, float max) {
  return {.name = "hardtanh",
          .variant = fmt::format("[{}, {}]", min, max),
          .operation = "aclnnHardtanhBackward",
          .definition = &oracle::kHardtanh,
          .scalars = {min, max},
          .float_ulp = 0,
          .same_bits = true};
}

Subject Softplus(float beta, float threshold) {
  return {.name = "softplus",
          .variant = fmt::format("beta {}, threshold {}", beta, threshold),
          .operation = "aclnnSoftplusBackward",
          .definition = &oracle::kSoftplus,
          .scalars = {beta, threshold},
          .half_ulp = 2,
          .double_ulp = 1.1};
}

// `weight` has at most 8 significant bits, so that every dtype holds it.
Subject Prelu(float weight) {
  return {.name = "prelu",
          .variant = fmt::format("weight {}", weight),
          .operation = "aclnnPreluBackward",
          .definition = &oracle::kPreluGradInput,
          .others = {weight},
          .float_ulp = 0.5};
}

Subject Logit(float eps) {
  return {.name = "logit",
          .variant = fmt::format("eps {}", eps),
          .operation = "aclnnLogitGrad",
          .definition = &oracle::kLogit,
          .scalars = {eps, 0}};
}

Subject Gelu(const char* approximate, const oracle::Definition& definition, double half_ulp = 1) {
  return {.name = fmt::format("gelu-{}", approximate),
          .operation = "aclnnGeluBackwardV2",
          .definition = &definition,
          .text = approximate,
          .half_ulp = half_ulp};
}

Subject Unary(const char* name, const char* operation, const oracle::Definition& definition,
              double beta = 1) {
  return {.name = name, .operation = operation, .definition = &definition, .scalars = {beta, 0}};
}

Subject Swish(const char* name, const char* operation, const oracle::Definition& definition,
              float beta) {
  Subject subject = Unary(name, operation, definition, beta);
  subject.variant = fmt::format("beta {}", beta);
  subject.half_ulp = 2;  // ties of subnormal numbers are not told from what is next to them
  return subject;
}

Subject Elu(float alpha, float scale, float input_scale) {
  return {.name = "elu",
          .variant = fmt::format("alpha {}, scale {}, inputScale {}", alpha, scale, input_scale),
          .operation = "aclnnElu",
          .definition = &oracle::kElu,
          .scalars = {alpha, scale, input_scale},
          .double_ulp = 4};
}

Subject EluBackward(float alpha, float scale, float input_scale, bool is_result) {
  return {.name = is_result ? "elu-gradient-of-result" : "elu-gradient",
          .variant = fmt::format("alpha {}, scale {}, inputScale {}", alpha, scale, input_scale),
          .operation = "aclnnEluBackward",
          .definition = &oracle::kEluBackward,
          .scalars = {alpha, scale, input_scale, is_result ? 1.0 : 0.0}};
}

// Weights with at most 8 significant bits, so that every dtype holds them.
Subject TargetBackward(float weight, float pos_weight) {
  return {.name = "target-backward",
          .variant = fmt::format("weight {}, posWeight {}", weight, pos_weight),
          .operation = "aclnnBinaryCrossEntropyWithLogitsTargetBackward",
          .definition = &oracle::kTargetBackward,
          .scalars = {1},
          .others = {weight, pos_weight}};
}

Subject Celu(float alpha) {
  return {.name = "celu",
          .variant = fmt::format("alpha {}", alpha),
          .operation = "aclnnCelu",
          .definition = &oracle::kCelu,
          .scalars = {alpha}};
}

Subject SoftplusForward(float beta, float threshold) {
  return {.name = "softplus-forward",
          .variant = fmt::format("beta {}, threshold {}", beta, threshold),
          .operation = "aclnnSoftplus",
          .definition = &oracle::kSoftplusForward,
          .scalars = {beta, threshold}};
}

Subject RoundedOnce(const char* name, const char* operation, const oracle::Definition& definition,
                    oracle::Scalars scalars = {}, const char* variant = "") {
  return {.name = name,
          .variant = variant,
          .operation = operation,
          .definition = &definition,
          .scalars = scalars,
          .float_ulp = 0.5001};
}

Subject Exact(const char* name, const char* operation, const oracle::Definition& definition,
              oracle::Scalars scalars = {}, const char* variant = "") {
  Subject subject = RoundedOnce(name, operation, definition, scalars, variant);
  subject.float_ulp = 0.5;
  return subject;
}

// A function of one number, in double too.
Subject PreluForward(double weight) {
  Subject subject = RoundedOnce("prelu-forward", "aclnnPrelu", oracle::kPrelu);
  subject.variant = fmt::format("{}", weight);
  subject.others = {weight};
  return subject;
}

Subject InDouble(Subject subject, double double_ulp) {
  subject.double_ulp = double_ulp;
  return subject;
}

Subject Gate(const char* name, const char* operation, const oracle::Definition& definition,
             Place place, double approximate = 0) {
  Subject subject = Unary(name, operation, definition, approximate);
  subject.place = place;
  return subject;
}

Subject FatreluMul(double threshold) {
  Subject subject =
      RoundedOnce("fatrelu-mul", "aclnnFatreluMul", oracle::kFatreluMulOfGate, {}, "0.5");
  subject.others = {threshold};
  subject.place = Place::kFirstHalf;
  return subject;
}

Subject GeluGradient(const char* name, const char* operation) {
  Subject subject = Unary(name, operation, oracle::kGeluTanh);
  subject.half_ulp = 64;
  return subject;
}

Subject AddRelu(double alpha) {
  Subject subject = RoundedOnce("add-relu", "aclnnAddRelu", oracle::kAddRelu, {alpha});
  subject.variant = fmt::format("alpha {}", alpha);
  subject.half_rounded_share = 0.95;
  return subject;
}

// Arithmetic of doubles, too. The scalars are numbers of every dtype, so that results are rounded
// once.
Subject Arithmetic(const char* name, const char* operation, const oracle::Definition& definition,
                   oracle::Scalars scalars, const char* variant = "") {
  Subject subject = Exact(name, operation, definition, scalars, variant);
  subject.double_ulp = 0.5;
  return subject;
}

Subject ScaledSum(const char* name, const char* operation, const oracle::Definition& definition,
                  double alpha) {
  Subject subject = RoundedOnce(name, operation, definition, {alpha});
  subject.variant = fmt::format("alpha {}", alpha);
  subject.double_ulp = 0.5001;
  subject.half_rounded_share = 0.95;
  return subject;
}

// The third operand is a number of every dtype.
Subject OfThree(const char* name, const char* operation, const oracle::Definition& definition,
                double third, double value) {
  Subject subject = RoundedOnce(name, operation, definition, {value});
  subject.others = {third};
  subject.variant = fmt::format("tensor2 {}, value {}", third, value);
  subject.half_rounded_share = 0.95;
  return subject;
}

Subject Lerp(double weight) {
  Subject subject = RoundedOnce("lerp", "aclnnLerps", oracle::kLerp, {weight});
  subject.variant = fmt::format("weight {}", weight);
  subject.half_rounded_share = 0.9;
  return subject;
}

Subject Power(float exponent) {
  return {.name = "pow",
          .variant = fmt::format("exponent {}", exponent),
          .operation = "aclnnPowTensorScalar",
          .definition = &oracle::kPow,
          .scalars = {exponent},
          .double_ulp = 1};
}

// Powers of a few operations.
Subject ShortPower(float exponent) {
  Subject subject = Power(exponent);
  subject.float_ulp = 0.5001;
  return subject;
}

Subject PowerOfNumber(float base) {
  return {.name = "pow-of-number",
          .variant = fmt::format("base {}", base),
          .operation = "aclnnPowScalarTensor",
          .definition = &oracle::kPowOfNumber,
          .scalars = {base},
          .double_ulp = 1};
}

Subject OfTwo(const char* name, const char* operation, const oracle::Definition& definition,
              double half_rounded_share = 0) {
  Subject subject = Unary(name, operation, definition);
  subject.place = Place::kRowOfTwo;
  subject.half_rounded_share = half_rounded_share;
  return subject;
}

}  // namespace

bool Subject::HasGradient() const {
  const OpSpec& spec = *FindOperator(operation)->spec;
  return spec.IsFirstOfTwo(spec.operands_at[0]) && !IsOneElement(spec, spec.operands_at[1]);
}

std::span<const Gradients> Subject::AllGradients() const {
  static constexpr Gradients kKinds[] = {Gradients::kOne, Gradients::kRandom, Gradients::kNone};
  return std::span(kKinds).subspan(TakesGradient() ? 0 : 2, TakesGradient() ? 2 : 1);
}

bool Subject::Takes(const Dtype& dtype) const {
  if (dtype.type == ACL_DOUBLE) return double_ulp > 0;
  const OpSpec& spec = *FindOperator(operation)->spec;
  return std::ranges::all_of(RulesOf(spec), [&dtype](const Rule& rule) {
    return !rule.Is(rules::kDtypeIn) || rule.dtypes.Has(dtype.type);
  });
}

const std::vector<Subject>& AllSubjects() {
  static const std::vector<Subject> subjects = {
      Hardtanh(-1, 1),
      Hardtanh(0, 6),
      Softplus(1, 20),
      Softplus(1, INFINITY),
      Softplus(0.3f, 20),
      Softplus(-1.7f, 0),
      Softplus(1e30f, 20),
      Prelu(0.25f),
      Prelu(0.2001953125f),
      Prelu(-1.6015625f),
      Gelu("none", oracle::kGeluErf),
      Gelu("tanh", oracle::kGeluTanh, 64),
      Logit(-1),
      Logit(0),
      Logit(1e-6f),
      Logit(0.3f),
      Unary("silu", "aclnnSilu", oracle::kSilu),
      Unary("silu-backward", "aclnnSiluBackward", oracle::kSiluBackward),
      Swish("swish", "aclnnSwish", oracle::kSwish, -0.3f),
      Swish("swish-backward", "aclnnSwishBackward", oracle::kSwishBackward, -0.3f),
      Unary("fast-gelu", "aclnnFastGelu", oracle::kFastGelu),
      Unary("fast-gelu-backward", "aclnnFastGeluBackward", oracle::kFastGeluBackward),
      Unary("sigmoid", "aclnnSigmoid", oracle::kSigmoid),
      Unary("sigmoid-backward", "aclnnSigmoidBackward", oracle::kSigmoidBackward),
      Exact("relu", "aclnnRelu", oracle::kRelu),
      RoundedOnce("leaky-relu", "aclnnLeakyRelu", oracle::kLeakyRelu, {0.01f}, "0.01"),
      RoundedOnce("leaky-relu-backward", "aclnnLeakyReluBackward", oracle::kLeakyReluBackward,
                  {0.01f}, "0.01"),
      Exact("threshold", "aclnnThreshold", oracle::kThreshold, {0.5, 20}, "0.5, 20"),
      Exact("threshold-backward", "aclnnThresholdBackward", oracle::kThresholdBackward, {0.5},
            "0.5"),
      Unary("gelu-v2-none", "aclnnGeluV2", oracle::kGeluErfForward, 0),
      Unary("gelu-v2-tanh", "aclnnGeluV2", oracle::kGeluTanhForward, 1),
      Unary("tanh", "aclnnTanh", oracle::kTanh),
      Unary("log-sigmoid", "aclnnLogSigmoid", oracle::kLogSigmoid),
      Unary("log-sigmoid-with-buffer", "aclnnLogSigmoidForward", oracle::kLogSigmoid),
      Unary("mish", "aclnnMish", oracle::kMish),
      Unary("logit-forward", "aclnnLogit", oracle::kLogitForward, -1),
      Unary("erfinv", "aclnnErfinv", oracle::kErfinv),
      Unary("tanh-backward", "aclnnTanhBackward", oracle::kTanhBackward),
      Unary("log-sigmoid-backward", "aclnnLogSigmoidBackward", oracle::kLogSigmoidBackward),
      Unary("mish-backward", "aclnnMishBackward", oracle::kMishBackward),
      TargetBackward(1, 1),
      TargetBackward(0.75f, 3),
      TargetBackward(-1.5f, 0),
      Elu(1, 1, 1),
      Elu(0.7f, 1.3f, -2.1f),
      EluBackward(1, 1, 1, false),
      EluBackward(0.7f, 1.3f, -2.1f, false),
      EluBackward(0.7f, 1.3f, 1, true),
      Unary("selu", "aclnnSelu", oracle::kSelu),
      Unary("selu-gradient", "aclnnSeluBackward", oracle::kSeluBackward),
      Celu(1),
      Celu(-0.3f),
      SoftplusForward(1, 20),
      SoftplusForward(-1.7f, 0),
      SoftplusForward(1, INFINITY),
      RoundedOnce("hardswish", "aclnnHardswish", oracle::kHardswish),
      RoundedOnce("hardswish-backward", "aclnnHardswishBackward", oracle::kHardswishBackward),
      RoundedOnce("hardswish-backward-v2", "aclnnHardswishBackwardV2",
                  oracle::kHardswishBackwardV2),
      Exact("hardtanh-forward", "aclnnHardtanh", oracle::kHardtanhForward, {-1, 1}, "[-1, 1]"),
      RoundedOnce("hardsigmoid", "aclnnHardsigmoid", oracle::kHardsigmoid),
      Exact("hardsigmoid-backward", "aclnnHardsigmoidBackward", oracle::kHardsigmoidBackward),
      Exact("hardshrink", "aclnnHardshrink", oracle::kHardshrink, {0.5, 0}, "0.5"),
      Exact("hardshrink-backward", "aclnnHardshrinkBackward", oracle::kShrinkBackward, {0.5, 0},
            "0.5"),
      RoundedOnce("softshrink", "aclnnSoftshrink", oracle::kSoftshrink, {0.5, 0}, "0.5"),
      Exact("softshrink-backward", "aclnnSoftshrinkBackward", oracle::kShrinkBackward, {0.5, 0},
            "0.5"),
      RoundedOnce("shrink", "aclnnShrink", oracle::kShrink, {0.5, 0.25}, "0.5, 0.25"),
      Exact("clamp", "aclnnClamp", oracle::kClamp, {-1, 1}, "[-1, 1]"),
      Exact("clamp-min", "aclnnClampMin", oracle::kClampMin, {0.5}, "0.5"),
      Exact("clamp-max", "aclnnClampMax", oracle::kClampMax, {0.5}, "0.5"),
      Exact("equal", "aclnnEqScalar", oracle::kEqual, {0.5}, "0.5"),
      Exact("greater", "aclnnGtScalar", oracle::kGreater, {0.5}, "0.5"),
      Exact("less", "aclnnLtScalar", oracle::kLess, {0.5}, "0.5"),
      Power(2.5f),
      Power(-3.3f),
      Power(5e4f),
      Power(7),
      ShortPower(2),
      ShortPower(3),
      ShortPower(-1),
      ShortPower(-2),
      ShortPower(0.5f),
      ShortPower(-0.5f),
      PowerOfNumber(2.5f),
      PowerOfNumber(-2),
      PowerOfNumber(0.999f),
      Exact("squared-relu", "aclnnSquaredRelu", oracle::kSquaredRelu),
      AddRelu(0.75),
      Arithmetic("add", "aclnnAdd", oracle::kAdd, {1}, "alpha 1"),
      ScaledSum("add", "aclnnAdd", oracle::kAdd, 0.75),
      Arithmetic("adds", "aclnnAdds", oracle::kAdds, {1.5, 1}, "1.5, alpha 1"),
      Arithmetic("sub", "aclnnSub", oracle::kSub, {1}, "alpha 1"),
      ScaledSum("sub", "aclnnSub", oracle::kSub, 0.75),
      Arithmetic("subs", "aclnnSubs", oracle::kSubs, {1.5, 1}, "1.5, alpha 1"),
      Arithmetic("mul", "aclnnMul", oracle::kMul, {1}),
      Arithmetic("muls", "aclnnMuls", oracle::kMuls, {0.75}, "0.75"),
      Arithmetic("div", "aclnnDiv", oracle::kDiv, {1}),
      Arithmetic("divs", "aclnnDivs", oracle::kDivs, {3}, "3"),
      OfThree("addcmul", "aclnnAddcmul", oracle::kAddcmul, 0.75, 1.5),
      OfThree("addcdiv", "aclnnAddcdiv", oracle::kAddcdiv, 3, 1.5),
      Lerp(0.25),
      Lerp(0.75),
      Arithmetic("maximum", "aclnnMaximum", oracle::kMaximum, {1}),
      Arithmetic("minimum", "aclnnMinimum", oracle::kMinimum, {1}),
      Exact("heaviside", "aclnnHeaviside", oracle::kHeaviside),
      PreluForward(0.2001953125),
      Unary("gelu", "aclnnGelu", oracle::kGeluTanhForward),
      GeluGradient("gelu-gradient", "aclnnGeluBackward"),
      Gate("glu", "aclnnGlu", oracle::kGluOfGate, Place::kSecondHalf),
      Gate("glu-gradient", "aclnnGluBackward", oracle::kGluBackwardOfGate, Place::kSecondHalf),
      Gate("swiglu", "aclnnSwiGlu", oracle::kSwiGluOfGate, Place::kFirstHalf),
      Gate("swiglu-gradient", "aclnnSwiGluGrad", oracle::kSiluBackward, Place::kFirstHalf),
      Gate("geglu-none", "aclnnGeGlu", oracle::kGeGluErfOfGate, Place::kSecondHalf, 0),
      Gate("geglu-tanh", "aclnnGeGlu", oracle::kGeGluTanhOfGate, Place::kSecondHalf, 1),
      Gate("geglu-none-gradient", "aclnnGeGluBackward", oracle::kGeluErf, Place::kSecondHalf, 0),
      Gate("geglu-tanh-gradient", "aclnnGeGluBackward", oracle::kGeluTanh, Place::kSecondHalf, 1),
      Gate("gelu-mul", "aclnnGeluMul", oracle::kGeGluErfOfGate, Place::kFirstHalf),
      FatreluMul(0.5),
      InDouble(Exact("abs", "aclnnAbs", oracle::kAbs), 0.5),
      InDouble(Unary("cos", "aclnnCos", oracle::kCos), 1),
      InDouble(Unary("erf", "aclnnErf", oracle::kErf), 1),
      InDouble(Unary("exp", "aclnnExp", oracle::kExp), 1),
      InDouble(Unary("log", "aclnnLog", oracle::kLog), 1),
      InDouble(Exact("neg", "aclnnNeg", oracle::kNeg), 0.5),
      InDouble(Exact("reciprocal", "aclnnReciprocal", oracle::kReciprocal), 0.5),
      InDouble(RoundedOnce("rsqrt", "aclnnRsqrt", oracle::kRsqrt), 0.501),
      InDouble(Exact("sign", "aclnnSign", oracle::kSign), 0.5),
      InDouble(Unary("sin", "aclnnSin", oracle::kSin), 1),
      InDouble(Exact("sqrt", "aclnnSqrt", oracle::kSqrt), 0.5),
      OfTwo("softmax-of-two", "aclnnSoftmax", oracle::kSoftmaxOfTwo),
      OfTwo("log-softmax-of-two", "aclnnLogSoftmax", oracle::kLogSoftmaxOfTwo),
      OfTwo("softmax-gradient-of-two", "aclnnSoftmaxBackward", oracle::kSoftmaxBackwardOfTwo, 0.99),
  };
  return subjects;
}

Promise PromiseOf(const Subject& subject, const Dtype& dtype, Gradients gradients) {
  if (dtype.type == ACL_DOUBLE) return {subject.double_ulp, 0};
  if (subject.float_ulp <= 0.5) return {subject.float_ulp, 1};
  if (dtype.type == ACL_FLOAT) return {subject.float_ulp, 0};
  const double ulp = 0.5 + std::ldexp(subject.half_ulp, dtype.format.fraction_bits - 23);
  if (subject.half_rounded_share > 0) return {ulp, subject.half_rounded_share};
  if (gradients == Gradients::kRandom) return {ulp, 0.999};
  return {ulp, dtype.type == ACL_BF16 ? 1 : 0.9998};
}

}  // namespace openaclnn::sweep
