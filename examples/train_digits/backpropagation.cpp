#include "backpropagation.h"

Backpropagation::Backpropagation(const Device& device, const Network<float>& network, int batch)
    : parameters_(network), affine_(network.size()) {
  for (const Layer<float>& layer : network) {
    if (layer.activation == Activation::kNone) continue;
    const int columns = static_cast<int>(layer.bias.cols());
    activations_.emplace_back(device, layer.activation, batch, columns);
  }
}

float Backpropagation::Run(const Network<float>& network, const Digits& batch) {
  const size_t last = network.size() - 1;
  std::vector<Matrix<float>> inputs = {batch.images};  // of each layer
  for (size_t i = 0; i < last; ++i) {
    const Matrix<float> z = network[i].Affine(inputs[i]);
    activations_[i].Begin(z, network[i].slope);
    inputs.push_back(network[i].Output(z));
  }
  const Matrix<float> logits = network[last].Affine(inputs[last]);

  affine_[last] = CrossEntropyGradient(logits, batch.labels);
  for (size_t i = last + 1; i-- > 0;) {
    parameters_[i].weight = inputs[i].transpose() * affine_[i];
    parameters_[i].bias = affine_[i].colwise().sum();
    if (i == 0) break;
    affine_[i - 1] = activations_[i - 1].Finish(affine_[i] * network[i].weight.transpose());
    parameters_[i - 1].slope = activations_[i - 1].SlopeGradient();
  }
  return CrossEntropy(logits, batch.labels);
}
