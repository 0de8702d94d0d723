#include "forward_pass.h"

ForwardPass::ForwardPass(const Device& device, const Network<float>& network, int images)
    : inputs_(network.size()), loss_(device, images, kClasses) {
  for (const Layer<float>& layer : network) {
    if (layer.activation == Activation::kNone) continue;
    const int columns = static_cast<int>(layer.bias.cols());
    activations_.emplace_back(device, layer.activation, images, columns);
  }
}

float ForwardPass::Run(const Network<float>& network, const Digits& batch) {
  const size_t last = network.size() - 1;
  inputs_[0] = batch.images;
  for (size_t i = 0; i < last; ++i) {
    inputs_[i + 1] = activations_[i].Forward(network[i].Affine(inputs_[i]), network[i].slope);
  }
  logits_ = network[last].Affine(inputs_[last]);
  return loss_.Run(logits_, batch.labels);
}

Score Evaluate(const Network<float>& network, const Digits& digits, ForwardPass* forward) {
  const float loss = forward->Run(network, digits);
  const Matrix<float>& logits = forward->logits();
  int right = 0;
  for (int i = 0; i < logits.rows(); ++i) {
    Eigen::Index best = 0;
    logits.row(i).maxCoeff(&best);
    right += best == digits.labels[i];
  }
  return {loss, static_cast<float>(right) / static_cast<float>(logits.rows())};
}
