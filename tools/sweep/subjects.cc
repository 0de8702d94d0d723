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

Subject Gelu(const char* approximate, const oracle::Definition& definition) {
  return {.name = fmt::format("gelu-{}", approximate),
          .operation = "aclnnGeluBackwardV2",
          .definition = &definition,
          .text = approximate,
          .cost = 60};
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
      Gelu("tanh", oracle::kGeluTanh),
      Logit(-1),
      Logit(0),
      Logit(1e-6f),
      Logit(0.3f),
  };
  return subjects;
}

Promise PromiseOf(const Subject& subject, const Dtype& dtype, Gradients gradients) {
  if (dtype.type == ACL_DOUBLE) return {subject.double_ulp, 0};
  if (subject.float_ulp <= 0.5) return {subject.float_ulp, 1};
  if (dtype.type == ACL_FLOAT) return {subject.float_ulp, 0};
  // Rounding again what is off by float_ulp.
  const double ulp = 0.5 + std::ldexp(subject.float_ulp, dtype.format.fraction_bits - 23);
  if (gradients == Gradients::kRandom) return {ulp, 0.999};
  return {ulp, dtype.type == ACL_BF16 ? 1 : 0.9998};
}

}  // namespace openaclnn::sweep
