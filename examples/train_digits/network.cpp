#include "network.h"

#include <cmath>
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
