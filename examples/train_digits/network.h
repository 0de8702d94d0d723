// A multilayer perceptron and its forward pass, for any floating-point type: trained in float,
// and judged in double by the check of its gradients.
#pragma once

#include <vector>

#include "activation.h"
#include "digits.h"

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
  // z: what Affine gave.
  Matrix<Scalar> Output(const Matrix<Scalar>& z) const { return Activate(activation, z, slope); }
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

template <class Scalar>
Matrix<Scalar> Logits(const Network<Scalar>& network, Matrix<Scalar> x) {
  for (const Layer<Scalar>& layer : network) x = layer.Output(layer.Affine(x));
  return x;
}

// Mean over the images of the cross-entropy between softmax(logits) and the labels.
template <class Scalar>
Scalar CrossEntropy(const Matrix<Scalar>& logits, const std::vector<int>& labels) {
  Scalar sum = 0;
  for (int i = 0; i < logits.rows(); ++i) {
    const auto row = logits.row(i).array();
    const Scalar largest = row.maxCoeff();
    sum += std::log((row - largest).exp().sum()) + largest - row(labels[i]);
  }
  return sum / static_cast<Scalar>(logits.rows());
}

// The gradient of CrossEntropy by the logits.
Matrix<float> CrossEntropyGradient(const Matrix<float>& logits, const std::vector<int>& labels);

struct Score {
  float loss;
  float accuracy;  // 0 to 1
};
Score Evaluate(const Network<float>& network, const Digits& digits);
