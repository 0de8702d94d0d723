// Runs of recurrent layers (plan.h), at addresses.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "kinds/recurrent/plan.h"

namespace openaclnn {

constexpr int64_t GatesOf(RecurrentCell cell) { return cell == RecurrentCell::kLstm ? 4 : 3; }
constexpr size_t KeptOf(RecurrentCell cell) { return cell == RecurrentCell::kLstm ? 7 : 5; }

// Null where there is no such value.
struct RecurrentRun {
  RecurrentCell cell;
  RecurrentSizes sizes;
  bool backwards;
  const float *input, *input_weight, *hidden_weight;
  const float *first_hidden, *first_cell;
  const int64_t* batch_sizes;
  std::array<float*, kMostKept> kept;  // read by gradients alone
  std::byte* workspace;                // as many bytes as the functions below say
};

struct RecurrentLayerRun {
  RecurrentRun call;
  const float *input_bias, *hidden_bias;
  float* output;
  int64_t output_pitch;  // from a row to the next one
  float *last_hidden, *last_cell;
};
uint64_t WorkspaceOfLayer(RecurrentCell cell, const RecurrentSizes& sizes);
void RunRecurrentLayer(const RecurrentLayerRun& run);

struct RecurrentGradientsRun {
  RecurrentRun call;
  const float* output;
  int64_t output_pitch;
  const float *last_hidden, *last_cell;
  float* by_input;
  bool adds_by_input;
  float *by_first_hidden, *by_first_cell;
  float *by_input_weight, *by_hidden_weight, *by_input_bias, *by_hidden_bias;
};
uint64_t WorkspaceOfGradients(RecurrentCell cell, const RecurrentSizes& sizes, bool has_sizes);
void RunRecurrentGradients(const RecurrentGradientsRun& run);

// The sums of gates of all rows, in double, one row after the other; null: not wanted.
void SumGates(const float* gates, int64_t rows, int64_t count, float* sums);

}  // namespace openaclnn
