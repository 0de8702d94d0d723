// The parameters of a multilayer perceptron: trained in float, and judged in double by the check of
// its gradients.
#pragma once

#include <vector>

#include "activation.h"
#include "digits.h"
#include "matrix.h"

// y = activation(x weight + bias). Its gradient and its velocity have the same form.
template <class Scalar>
struct Layer {
  Activation activation;
  Matrix<Scalar> weight;  // inputs x outputs
  Matrix<Scalar> bias;    // 1 x outputs
  Matrix<Scalar> slope;   // PReLU's weights, 1 x outputs; empty for other activations

  Matrix<Scalar> Affine(const Matrix<Scalar>& x) const {
    return (x * weight).rowwise() + bias.row(0);
  }
};

// The last layer has no activation; it gives the logits of the classes.
template <class Scalar>
using Network = std::vector<Layer<Scalar>>;

// 64 pixels, four hidden layers, 10 classes, with random weights.
Network<float> MakeNetwork(unsigned seed);

Network<double> ToDouble(const Network<float>& network);

// All parameters of a layer.
template <class LayerType, class Visit>
void ForEachParameter(LayerType& layer, const Visit& visit) {
  visit(layer.weight);
  visit(layer.bias);
  visit(layer.slope);
}
