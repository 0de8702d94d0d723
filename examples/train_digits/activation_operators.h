// An activation, computed on the device by aclnn operators in both directions.
#pragma once

#include <memory>

#include "acl_objects.h"
#include "activation.h"

// The operators of one layer, for a fixed batch: first Forward, then Backward. Both wait for the
// device.
class ActivationOperators {
 public:
  ActivationOperators(const Device& device, Activation activation, int rows, int columns);

  // The activation of x. slope: PReLU's weights; not looked at for the others.
  Matrix<float> Forward(const Matrix<float>& x, const Matrix<float>& slope);

  // From the gradient of the activation's output, that of x, which is still on the device.
  Matrix<float> Backward(const Matrix<float>& grad_output);

  // After Backward: the gradient of PReLU's weights; empty for the others.
  Matrix<float> SlopeGradient();

 private:
  void PlanPrelu();
  void PlanGelu();
  void PlanSoftplus();
  void PlanHardtanh();

  const Device& device_;
  MirroredTensor self_, out_, grad_output_, grad_input_;
  std::unique_ptr<MirroredTensor> slope_, grad_slope_;      // of PReLU
  std::unique_ptr<RepeatableOperator> forward_, backward_;  // end before their tensors
};
