#include "activation_gradient.h"

#include <stdexcept>

#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_hardtanh_backward.h"
#include "aclnnop/aclnn_prelu_backward.h"
#include "aclnnop/aclnn_softplus_backward.h"

ActivationGradient::ActivationGradient(const Device& device, Activation activation, int rows,
                                       int columns)
    : device_(device),
      self_(device, {rows, columns}),
      grad_output_(device, {rows, columns}),
      grad_input_(device, {rows, columns}) {
  if (activation == Activation::kPrelu) {
    slope_ = std::make_unique<MirroredTensor>(device, std::vector<int64_t>{columns});
    grad_slope_ = std::make_unique<MirroredTensor>(device, std::vector<int64_t>{columns});
  }
  operator_ = MakeOperator(activation);
}

// The first phase of the activation's operator. Scalars may end right after it.
std::unique_ptr<RepeatableOperator> ActivationGradient::MakeOperator(Activation activation) {
  const auto make = [this](const char* name, RepeatableOperator::Run run,
                           const RepeatableOperator::Plan& plan) {
    return std::make_unique<RepeatableOperator>(device_, name, plan, run);
  };
  switch (activation) {
    case Activation::kNone:
      break;
    case Activation::kPrelu:
      return make("aclnnPreluBackward", aclnnPreluBackward,
                  [this](uint64_t* workspaceSize, aclOpExecutor** executor) {
                    return aclnnPreluBackwardGetWorkspaceSize(
                        grad_output_.get(), self_.get(), slope_->get(), grad_input_.get(),
                        grad_slope_->get(), workspaceSize, executor);
                  });
    case Activation::kGelu:
      return make("aclnnGeluBackwardV2", aclnnGeluBackwardV2,
                  [this](uint64_t* workspaceSize, aclOpExecutor** executor) {
                    char approximate[] = "none";
                    return aclnnGeluBackwardV2GetWorkspaceSize(grad_output_.get(), self_.get(),
                                                               approximate, grad_input_.get(),
                                                               workspaceSize, executor);
                  });
    case Activation::kSoftplus:
      return make("aclnnSoftplusBackward", aclnnSoftplusBackward,
                  [this](uint64_t* workspaceSize, aclOpExecutor** executor) {
                    const FloatScalar beta(kSoftplusBeta), threshold(kSoftplusThreshold);
                    return aclnnSoftplusBackwardGetWorkspaceSize(
                        grad_output_.get(), self_.get(), beta.get(), threshold.get(),
                        grad_input_.get(), workspaceSize, executor);
                  });
    case Activation::kHardtanh:
      return make("aclnnHardtanhBackward", aclnnHardtanhBackward,
                  [this](uint64_t* workspaceSize, aclOpExecutor** executor) {
                    const FloatScalar min(kHardtanhMin), max(kHardtanhMax);
                    return aclnnHardtanhBackwardGetWorkspaceSize(
                        grad_output_.get(), self_.get(), min.get(), max.get(), grad_input_.get(),
                        workspaceSize, executor);
                  });
  }
  throw std::invalid_argument("a layer without activation has no operator");
}

void ActivationGradient::Begin(const Matrix<float>& x, const Matrix<float>& slope) {
  self_.host() = x;
  self_.Upload();
  if (slope_ == nullptr) return;
  slope_->host() = slope;
  slope_->Upload();
}

Matrix<float> ActivationGradient::Finish(const Matrix<float>& grad_output) {
  grad_output_.host() = grad_output;
  grad_output_.Upload();
  operator_->Launch();
  grad_input_.Download();
  if (grad_slope_ != nullptr) grad_slope_->Download();
  device_.Synchronize();
  return grad_input_.host();
}

Matrix<float> ActivationGradient::SlopeGradient() {
  if (grad_slope_ == nullptr) return {};
  return grad_slope_->host();
}
