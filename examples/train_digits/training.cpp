#include "training.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "backpropagation.h"

namespace {

constexpr float kFirstRate = 0.05f;  // falls to 0 along a half cosine
constexpr float kMomentum = 0.9f;

float LearningRate(int step, int steps) {
  const float done = static_cast<float>(step) / static_cast<float>(steps);
  return kFirstRate / 2 * (1 + std::cos(static_cast<float>(M_PI) * done));
}

// velocity = momentum velocity - rate gradient; the parameters move by the velocity.
void Step(const Network<float>& gradient, float rate, Network<float>* velocity,
          Network<float>* network) {
  const auto step = [rate](const Matrix<float>& g, Matrix<float>& v, Matrix<float>& parameter) {
    v = kMomentum * v - rate * g;
    parameter += v;
  };
  for (size_t i = 0; i < network->size(); ++i) {
    const Layer<float>& g = gradient[i];
    Layer<float>&v = (*velocity)[i], &layer = (*network)[i];
    step(g.weight, v.weight, layer.weight);
    step(g.bias, v.bias, layer.bias);
    step(g.slope, v.slope, layer.slope);
  }
}

}  // namespace

std::vector<EpochResult> Train(const Device& device, const Split& digits, int epochs, unsigned seed,
                               Network<float>* network,
                               const std::function<void(int, const EpochResult&)>& report,
                               const Share& share) {
  const int rows = kBatch / share.ranks;
  Backpropagation backpropagation(device, *network, rows);
  ForwardPass tested(device, *network, static_cast<int>(digits.test.labels.size()));
  Network<float> velocity = *network;
  for (Layer<float>& layer : velocity) {
    ForEachParameter(layer, [](Matrix<float>& values) { values.setZero(); });
  }
  std::mt19937 random(seed);
  std::vector<int> order(digits.train.labels.size());
  std::iota(order.begin(), order.end(), 0);
  const int batches = static_cast<int>(order.size()) / kBatch;  // the rest waits for other epochs

  std::vector<EpochResult> results;
  for (int epoch = 0; epoch < epochs; ++epoch) {
    std::shuffle(order.begin(), order.end(), random);
    float loss = 0;
    for (int i = 0; i < batches; ++i) {
      const auto first = order.begin() + i * kBatch + share.rank * rows;
      float batch_loss = backpropagation.Run(*network, Select(digits.train, {first, first + rows}));
      Network<float> gradient = backpropagation.parameters();
      if (share.average) share.average(&gradient, &batch_loss);
      loss += batch_loss;
      const float rate = LearningRate(epoch * batches + i, epochs * batches);
      Step(gradient, rate, &velocity, network);
    }
    results.push_back(
        {loss / static_cast<float>(batches), Evaluate(*network, digits.test, &tested)});
    report(epoch + 1, results.back());
  }
  return results;
}
