// The loss of the network and its gradient, computed on the device by one aclnn operator.
#pragma once

#include <vector>

#include "acl_objects.h"

// The mean over a fixed number of images of the cross entropy between softmax(logits) and labels.
class CrossEntropy {
 public:
  CrossEntropy(const Device& device, int images, int classes);

  // Waits for the device.
  float Run(const Matrix<float>& logits, const std::vector<int>& labels);

  // After Run: the gradient by the logits.
  Matrix<float> Gradient();

 private:
  const Device& device_;
  MirroredTensor logits_, labels_, losses_, gradients_;  // gradients: of each image's own loss
  RepeatableOperator operator_;                          // ends before its tensors
};
