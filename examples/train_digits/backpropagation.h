// The gradient of the loss of a batch: matrix products by Eigen on the host, the gradients of the
// loss and the activations on the device.
#pragma once

#include "forward_pass.h"

class Backpropagation {
 public:
  // For batches of `batch` images.
  Backpropagation(const Device& device, const Network<float>& network, int batch);

  // Returns the loss of a batch; the gradients of the loss can be read afterwards.
  float Run(const Network<float>& network, const Digits& batch);

  // By the parameters of a layer.
  const Network<float>& parameters() const { return parameters_; }
  // By what Layer::Affine gave, for each layer.
  const std::vector<Matrix<float>>& affine() const { return affine_; }

 private:
  ForwardPass forward_;
  Network<float> parameters_;
  std::vector<Matrix<float>> affine_;
};
