// The gradient of an activation, computed on the device by an aclnn operator.
#pragma once

#include <memory>

#include "acl_objects.h"
#include "activation.h"

// For one layer and a fixed batch: first Begin, while the forward pass goes on, then Finish in the
// backward pass.
class ActivationGradient {
 public:
  ActivationGradient(const Device& device, Activation activation, int rows, int columns);

  // Queues the copies of the activation's argument x and of PReLU's weights to the device.
  void Begin(const Matrix<float>& x, const Matrix<float>& slope);

  // From the gradient of the activation's output, that of x. Waits for the device.
  Matrix<float> Finish(const Matrix<float>& grad_output);

  // After Finish: the gradient of PReLU's weights; empty for the others.
  Matrix<float> SlopeGradient();

 private:
  std::unique_ptr<RepeatableOperator> MakeOperator(Activation activation);

  const Device& device_;
  MirroredTensor self_, grad_output_, grad_input_;
  std::unique_ptr<MirroredTensor> slope_, grad_slope_;  // of PReLU
  std::unique_ptr<RepeatableOperator> operator_;        // ends before its tensors
};
