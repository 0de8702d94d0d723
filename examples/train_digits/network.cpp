#include "network.h"

#include <random>

namespace {

struct LayerSpec {
  int outputs;
  Activation activation;
};
constexpr LayerSpec kLayers[] = {{64, Activation::kPrelu},
                                 {64, Activation::kGelu},
                                 {48, Activation::kSoftplus},
                                 {32, Activation::kHardtanh},
                                 {kClasses, Activation::kNone}};
constexpr float kFirstSlope = 0.25f;

}  // namespace

Network<float> MakeNetwork(unsigned seed) {
  std::mt19937 random(seed);
  Network<float> network;
  int inputs = kPixels;
  for (const LayerSpec& spec : kLayers) {
    // Such weights keep the variance from layer to layer (He et al., 2015).
    const float bound = std::sqrt(6.0f / static_cast<float>(inputs));
    std::uniform_real_distribution<float> draw(-bound, bound);
    Layer<float> layer;
    layer.activation = spec.activation;
    layer.weight = Matrix<float>::NullaryExpr(inputs, spec.outputs, [&]() { return draw(random); });
    layer.bias = Matrix<float>::Zero(1, spec.outputs);
    if (spec.activation == Activation::kPrelu) {
      layer.slope = Matrix<float>::Constant(1, spec.outputs, kFirstSlope);
    }
    network.push_back(layer);
    inputs = spec.outputs;
  }
  return network;
}

Network<double> ToDouble(const Network<float>& network) {
  Network<double> wide;
  for (const Layer<float>& layer : network) {
    wide.push_back({layer.activation, layer.weight.cast<double>(), layer.bias.cast<double>(),
                    layer.slope.cast<double>()});
  }
  return wide;
}

Matrix<float> CrossEntropyGradient(const Matrix<float>& logits, const std::vector<int>& labels) {
  Matrix<float> gradient(logits.rows(), logits.cols());
  for (int i = 0; i < logits.rows(); ++i) {
    const auto row = logits.row(i).array();
    gradient.row(i) = (row - row.maxCoeff()).exp();
    gradient.row(i) /= gradient.row(i).sum();
    gradient(i, labels[i]) -= 1;
  }
  return gradient / static_cast<float>(logits.rows());
}

Score Evaluate(const Network<float>& network, const Digits& digits) {
  const Matrix<float> logits = Logits(network, digits.images);
  int right = 0;
  for (int i = 0; i < logits.rows(); ++i) {
    Eigen::Index best = 0;
    logits.row(i).maxCoeff(&best);
    right += best == digits.labels[i];
  }
  return {CrossEntropy(logits, digits.labels),
          static_cast<float>(right) / static_cast<float>(logits.rows())};
}
