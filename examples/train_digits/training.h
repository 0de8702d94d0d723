// Training by stochastic gradient descent with momentum.
#pragma once

#include <functional>

#include "forward_pass.h"

constexpr int kBatch = 32;

struct EpochResult {
  float train_loss;  // mean over the batches, each before its step
  Score test;
};

// The share of one of several ranks that train one network together. Each rank takes its share of
// every batch, and `average` sets the gradient and the loss of the share to the means over all
// ranks. A rank on its own has all.
struct Share {
  int rank = 0, ranks = 1;  // kBatch is a multiple of ranks
  std::function<void(Network<float>* gradient, float* loss)> average;
};

// Trains the network for a number of epochs. The order of the images follows from the seed. Calls
// report(epoch, result) after each epoch, counted from 1, and returns all results.
std::vector<EpochResult> Train(const Device& device, const Split& digits, int epochs, unsigned seed,
                               Network<float>* network,
                               const std::function<void(int, const EpochResult&)>& report,
                               const Share& share = {});
