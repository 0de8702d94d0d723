#include "cross_entropy.h"

#include "aclnnop/aclnn_softmax_cross_entropy_with_logits.h"

CrossEntropy::CrossEntropy(const Device& device, int images, int classes)
    : device_(device),
      logits_(device, {images, classes}),
      labels_(device, {images, classes}),
      losses_(device, {images}),
      gradients_(device, {images, classes}),
      operator_(
          device, "aclnnSoftmaxCrossEntropyWithLogits",
          [this](uint64_t* workspaceSize, aclOpExecutor** executor) {
            return aclnnSoftmaxCrossEntropyWithLogitsGetWorkspaceSize(
                logits_.get(), labels_.get(), losses_.get(), gradients_.get(), workspaceSize,
                executor);
          },
          aclnnSoftmaxCrossEntropyWithLogits) {}

float CrossEntropy::Run(const Matrix<float>& logits, const std::vector<int>& labels) {
  logits_.host() = logits;
  logits_.Upload();
  labels_.host().setZero();
  for (size_t i = 0; i < labels.size(); ++i) {
    labels_.host()(static_cast<Eigen::Index>(i), labels[i]) = 1;
  }
  labels_.Upload();
  operator_.Launch();
  losses_.Download();
  gradients_.Download();
  device_.Synchronize();
  return losses_.host().mean();
}

Matrix<float> CrossEntropy::Gradient() {
  return gradients_.host() / static_cast<float>(gradients_.host().rows());
}
