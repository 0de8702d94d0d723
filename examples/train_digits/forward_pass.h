// The forward pass of the network: matrix products on the host, all else on the device.
#pragma once

#include <deque>
#include <vector>

#include "activation_operators.h"
#include "cross_entropy.h"
#include "network.h"

// For a fixed number of images. What it computes stays until the next run, for the way back.
class ForwardPass {
 public:
  ForwardPass(const Device& device, const Network<float>& network, int images);

  // Returns the loss.
  float Run(const Network<float>& network, const Digits& batch);

  // The input and the activation of layer i.
  const Matrix<float>& input(size_t i) const { return inputs_[i]; }
  ActivationOperators& activation(size_t i) { return activations_[i]; }

  const Matrix<float>& logits() const { return logits_; }
  CrossEntropy& loss() { return loss_; }

 private:
  std::deque<ActivationOperators> activations_;  // of all layers but the last
  std::vector<Matrix<float>> inputs_;
  Matrix<float> logits_;
  CrossEntropy loss_;
};

struct Score {
  float loss;
  float accuracy;  // 0 to 1
};
// The score on as many images as the pass is for.
Score Evaluate(const Network<float>& network, const Digits& digits, ForwardPass* forward);
