#include "activation_operators.h"

#include <stdexcept>

#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_gelu_v2.h"
#include "aclnnop/aclnn_hardtanh.h"
#include "aclnnop/aclnn_hardtanh_backward.h"
#include "aclnnop/aclnn_prelu.h"
#include "aclnnop/aclnn_prelu_backward.h"
#include "aclnnop/aclnn_softplus.h"
#include "aclnnop/aclnn_softplus_backward.h"

ActivationOperators::ActivationOperators(const Device& device, Activation activation, int rows,
                                         int columns)
    : device_(device),
      self_(device, {rows, columns}),
      out_(device, {rows, columns}),
      grad_output_(device, {rows, columns}),
      grad_input_(device, {rows, columns}) {
  switch (activation) {
    case Activation::kNone:
      throw std::invalid_argument("a layer without activation has no operators");
    case Activation::kPrelu:
      slope_ = std::make_unique<MirroredTensor>(device, std::vector<int64_t>{columns});
      grad_slope_ = std::make_unique<MirroredTensor>(device, std::vector<int64_t>{columns});
      PlanPrelu();
      break;
    case Activation::kGelu:
      PlanGelu();
      break;
    case Activation::kSoftplus:
      PlanSoftplus();
      break;
    case Activation::kHardtanh:
      PlanHardtanh();
      break;
  }
}

// The first phases of the operators. Scalars and texts may end right after them.

void ActivationOperators::PlanPrelu() {
  forward_ = std::make_unique<RepeatableOperator>(
      device_, "aclnnPrelu",
      [this](uint64_t* workspaceSize, aclOpExecutor** executor) {
        return aclnnPreluGetWorkspaceSize(self_.get(), slope_->get(), out_.get(), workspaceSize,
                                          executor);
      },
      aclnnPrelu);
  backward_ = std::make_unique<RepeatableOperator>(
      device_, "aclnnPreluBackward",
      [this](uint64_t* workspaceSize, aclOpExecutor** executor) {
        return aclnnPreluBackwardGetWorkspaceSize(grad_output_.get(), self_.get(), slope_->get(),
                                                  grad_input_.get(), grad_slope_->get(),
                                                  workspaceSize, executor);
      },
      aclnnPreluBackward);
}

void ActivationOperators::PlanGelu() {
  forward_ = std::make_unique<RepeatableOperator>(
      device_, "aclnnGeluV2",
      [this](uint64_t* workspaceSize, aclOpExecutor** executor) {
        constexpr int64_t kNone = 0;  // as "none" below
        return aclnnGeluV2GetWorkspaceSize(self_.get(), kNone, out_.get(), workspaceSize, executor);
      },
      aclnnGeluV2);
  backward_ = std::make_unique<RepeatableOperator>(
      device_, "aclnnGeluBackwardV2",
      [this](uint64_t* workspaceSize, aclOpExecutor** executor) {
        char approximate[] = "none";
        return aclnnGeluBackwardV2GetWorkspaceSize(grad_output_.get(), self_.get(), approximate,
                                                   grad_input_.get(), workspaceSize, executor);
      },
      aclnnGeluBackwardV2);
}

void ActivationOperators::PlanSoftplus() {
  const FloatScalar beta(kSoftplusBeta), threshold(kSoftplusThreshold);
  forward_ = std::make_unique<RepeatableOperator>(
      device_, "aclnnSoftplus",
      [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
        return aclnnSoftplusGetWorkspaceSize(self_.get(), beta.get(), threshold.get(), out_.get(),
                                             workspaceSize, executor);
      },
      aclnnSoftplus);
  backward_ = std::make_unique<RepeatableOperator>(
      device_, "aclnnSoftplusBackward",
      [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
        return aclnnSoftplusBackwardGetWorkspaceSize(grad_output_.get(), self_.get(), beta.get(),
                                                     threshold.get(), grad_input_.get(),
                                                     workspaceSize, executor);
      },
      aclnnSoftplusBackward);
}

void ActivationOperators::PlanHardtanh() {
  const FloatScalar min(kHardtanhMin), max(kHardtanhMax);
  forward_ = std::make_unique<RepeatableOperator>(
      device_, "aclnnHardtanh",
      [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
        return aclnnHardtanhGetWorkspaceSize(self_.get(), min.get(), max.get(), out_.get(),
                                             workspaceSize, executor);
      },
      aclnnHardtanh);
  backward_ = std::make_unique<RepeatableOperator>(
      device_, "aclnnHardtanhBackward",
      [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
        return aclnnHardtanhBackwardGetWorkspaceSize(grad_output_.get(), self_.get(), min.get(),
                                                     max.get(), grad_input_.get(), workspaceSize,
                                                     executor);
      },
      aclnnHardtanhBackward);
}

Matrix<float> ActivationOperators::Forward(const Matrix<float>& x, const Matrix<float>& slope) {
  self_.host() = x;
  self_.Upload();
  if (slope_ != nullptr) {
    slope_->host() = slope;
    slope_->Upload();
  }
  forward_->Launch();
  out_.Download();
  device_.Synchronize();
  return out_.host();
}

Matrix<float> ActivationOperators::Backward(const Matrix<float>& grad_output) {
  grad_output_.host() = grad_output;
  grad_output_.Upload();
  backward_->Launch();
  grad_input_.Download();
  if (grad_slope_ != nullptr) grad_slope_->Download();
  device_.Synchronize();
  return grad_input_.host();
}

Matrix<float> ActivationOperators::SlopeGradient() {
  if (grad_slope_ == nullptr) return {};
  return grad_slope_->host();
}
