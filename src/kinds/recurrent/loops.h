// The SIMD loops of recurrent cells, for each target: a step of one row of the batch. Numbers
// become doubles, and each result is rounded once.
#pragma once

#include <cstdint>

#include "kinds/recurrent/plan.h"

namespace openaclnn {

// Gates lie `hidden` elements apart in what has several.
struct CellRow {
  int64_t hidden;
  const float* by_input;      // [gates, hidden]: the products with the input
  const float* by_hidden;     // the same with the hidden state; null: 0
  const double* input_bias;   // [gates, hidden]; of an LSTM the sum of both biases
  const double* hidden_bias;  // of a GRU
  float* state;               // the hidden state, which is replaced
  float* cell;                // of an LSTM, the same
  float* output;
  float* kept[kMostKept];  // null: not wanted
};

struct CellGradientRow {
  int64_t hidden;
  const float* kept[kMostKept];  // of an LSTM without tanh(c) it follows from c
  const float* before;           // the cell before the step; of a GRU the hidden state. Null: 0
  const float* output;           // the gradient by the output; null: 0
  const float* next;             // that by the hidden state, by way of the product of the next step
  double* carried;               // that by the cell; of a GRU the rest of that by the hidden state
  float* by_input_gates;         // [gates, hidden]: the gradients by a, and by what h' adds to it
  float* by_hidden_gates;        // of a GRU
};

struct RecurrentLoops {
  void (*lstm)(const CellRow& row);
  void (*gru)(const CellRow& row);
  void (*lstm_gradients)(const CellGradientRow& row);
  void (*gru_gradients)(const CellGradientRow& row);
};

// The loops of the SIMD target in use.
const RecurrentLoops& GetRecurrentLoops();

}  // namespace openaclnn
