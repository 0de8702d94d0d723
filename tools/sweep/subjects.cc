#include "tools/sweep/subjects.h"

#include <cmath>

#include "fmt/format.h"

namespace openaclnn::sweep {
namespace {

Subject Hardtanh(float min, float max) {
  return {.name = "hardtanh",
          .variant = fmt::format("[{}, {}]", min, max),
          .operation = "aclnnHardtanhBackward",
          .definition = &oracle::kHardtanh,
          .scalars = {min, max},
          .float_ulp = 0,
          .same_bits = true,
          .cost = 25};
}

Subject Softplus(float beta, float threshold) {
  return {.name = "softplus",
          .variant = fmt::format("beta {}, threshold {}", beta, threshold),
          .operation = "aclnnSoftplusBackward",
          .definition = &oracle::kSoftplus,
          .scalars = {beta, threshold},
          .double_ulp = 1.1,
          .cost = 45};
}

// `weight` has at most 8 significant bits, so that every dtype holds it.
Subject Prelu(float weight) {
  return {.name = "prelu",
          .variant = fmt::format("weight {}", weight),
          .operation = "aclnnPreluBackward",
          .definition = &oracle::kPreluGradInput,
          .scalars = {weight, 0},
          .float_ulp = 0.5,
          .cost = 25};
}

Subject Logit(float eps) {
  return {.name = "logit",
          .variant = fmt::format("eps {}", eps),
          .operation = "aclnnLogitGrad",
          .definition = &oracle::kLogit,
          .scalars = {eps, 0},
          .cost = 30};
}

Subject Gelu(const char* approximate, const oracle::Definition& definition, double half_ulp = 1) {
  return {.name = fmt::format("gelu-{}", approximate),
          .operation = "aclnnGeluBackwardV2",
          .definition = &definition,
          .text = approximate,
          .half_ulp = half_ulp,
          .cost = 60};
}

Subject Unary(const char* name, const char* operation, const oracle::Definition& definition,
              double beta = 1) {
  return {.name = name,
          .operation = operation,
          .definition = &definition,
          .scalars = {beta, 0},
          .cost = 40};
}

Subject Elu(float alpha, float scale, float input_scale) {
  return {.name = "elu",
          .variant = fmt::format("alpha {}, scale {}, inputScale {}", alpha, scale, input_scale),
          .operation = "aclnnElu",
          .definition = &oracle::kElu,
          .scalars = {alpha, scale, input_scale},
          .double_ulp = 4,
          .cost = 60};
}

Subject EluBackward(float alpha, float scale, float input_scale, bool is_result) {
  return {.name = is_result ? "elu-gradient-of-result" : "elu-gradient",
          .variant = fmt::format("alpha {}, scale {}, inputScale {}", alpha, scale, input_scale),
          .operation = "aclnnEluBackward",
          .definition = &oracle::kEluBackward,
          .scalars = {alpha, scale, input_scale, is_result ? 1.0 : 0.0},
          .cost = 60};
}

Subject Celu(float alpha) {
  return {.name = "celu",
          .variant = fmt::format("alpha {}", alpha),
          .operation = "aclnnCelu",
          .definition = &oracle::kCelu,
          .scalars = {alpha},
          .cost = 60};
}

Subject SoftplusForward(float beta, float threshold) {
  return {.name = "softplus-forward",
          .variant = fmt::format("beta {}, threshold {}", beta, threshold),
          .operation = "aclnnSoftplus",
          .definition = &oracle::kSoftplusForward,
          .scalars = {beta, threshold},
          .cost = 100};
}

Subject RoundedOnce(const char* name, const char* operation, const oracle::Definition& definition,
                    oracle::Scalars scalars = {}, const char* variant = "") {
  return {.name = name,
          .variant = variant,
          .operation = operation,
          .definition = &definition,
          .scalars = scalars,
          .float_ulp = 0.5001,
          .cost = 30};
}

Subject Exact(const char* name, const char* operation, const oracle::Definition& definition,
              oracle::Scalars scalars = {}, const char* variant = "") {
  Subject subject = RoundedOnce(name, operation, definition, scalars, variant);
  subject.float_ulp = 0.5;
  return subject;
}

}  // namespace

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
      Unary("silu", "aclnnSilu", oracle::kSwish),
      Unary("fast-gelu", "aclnnFastGelu", oracle::kSwish, 1.702),
      Unary("sigmoid", "aclnnSigmoid", oracle::kSigmoid),
      Unary("gelu-v2-none", "aclnnGeluV2", oracle::kGeluErfForward, 0),
      Unary("gelu-v2-tanh", "aclnnGeluV2", oracle::kGeluTanhForward, 1),
      Unary("tanh", "aclnnTanh", oracle::kTanh),
      Unary("log-sigmoid", "aclnnLogSigmoid", oracle::kLogSigmoid),
      Unary("mish", "aclnnMish", oracle::kMish),
      Unary("logit-forward", "aclnnLogit", oracle::kLogitForward, -1),
      Unary("erfinv", "aclnnErfinv", oracle::kErfinv),
      Unary("tanh-backward", "aclnnTanhBackward", oracle::kTanhBackward),
      Unary("log-sigmoid-backward", "aclnnLogSigmoidBackward", oracle::kLogSigmoidBackward),
      Unary("sigmoid-backward", "aclnnSigmoidBackward", oracle::kSigmoidBackward),
      Unary("silu-backward", "aclnnSiluBackward", oracle::kSiluBackward),
      Unary("fast-gelu-backward", "aclnnFastGeluBackward", oracle::kFastGeluBackward),
      Unary("mish-backward", "aclnnMishBackward", oracle::kMishBackward),
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
      Exact("hardtanh-forward", "aclnnHardtanh", oracle::kHardtanhForward, {-1, 1}, "[-1, 1]"),
      RoundedOnce("hardsigmoid", "aclnnHardsigmoid", oracle::kHardsigmoid),
      Exact("hardsigmoid-backward", "aclnnHardsigmoidBackward", oracle::kHardsigmoidBackward),
      Exact("hardshrink", "aclnnHardshrink", oracle::kHardshrink, {0.5, 0}, "0.5"),
      Exact("hardshrink-backward", "aclnnHardshrinkBackward", oracle::kShrinkBackward, {0.5, 0},
            "0.5"),
      RoundedOnce("softshrink", "aclnnSoftshrink", oracle::kSoftshrink, {0.5, 0}, "0.5"),
      Exact("softshrink-backward", "aclnnSoftshrinkBackward", oracle::kShrinkBackward, {0.5, 0},
            "0.5"),
      Exact("squared-relu", "aclnnSquaredRelu", oracle::kSquaredRelu),
  };
  return subjects;
}

Promise PromiseOf(const Subject& subject, const Dtype& dtype, Gradients gradients) {
  if (dtype.type == ACL_DOUBLE) return {subject.double_ulp, 0};
  if (subject.float_ulp <= 0.5) return {subject.float_ulp, 1};
  if (dtype.type == ACL_FLOAT) return {subject.float_ulp, 0};
  const double ulp = 0.5 + std::ldexp(subject.half_ulp, dtype.format.fraction_bits - 23);
  if (gradients == Gradients::kRandom) return {ulp, 0.999};
  return {ulp, dtype.type == ACL_BF16 ? 1 : 0.9998};
}

}  // namespace openaclnn::sweep
