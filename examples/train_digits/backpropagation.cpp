#include "backpropagation.h"

Backpropagation::Backpropagation(const Device& device, const Network<float>& network, int batch)
    : forward_(device, network, batch), parameters_(network), affine_(network.size()) {}

float Backpropagation::Run(const Network<float>& network, const Digits& batch) {
  const float loss = forward_.Run(network, batch);
  affine_.back() = forward_.loss().Gradient();
  for (size_t i = network.size(); i-- > 0;) {
    parameters_[i].weight = forward_.input(i).transpose() * affine_[i];
    parameters_[i].bias = affine_[i].colwise().sum();
    if (i == 0) break;
    ActivationOperators& activation = forward_.activation(i - 1);
    affine_[i - 1] = activation.Backward(affine_[i] * network[i].weight.transpose());
    parameters_[i - 1].slope = activation.SlopeGradient();
  }
  return loss;
}
