// Layers of recurrent networks as stages: one direction of one layer, over all time steps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

// What computes a step of time from the input x and the state before it. s is the logistic
// function. The gates of a bias or a weight stand one behind the other, in the order of the lines.
//
//   LSTM   i = s(ai), f = s(af), g = tanh(ag), o = s(ao)
//          c = f c' + i g, h = o tanh(c)
//   GRU    r = s(ar), z = s(az), m = the part of an by h', n = tanh(the part by x + r m)
//          h = (1 - z) n + z h'
//
// where a = input_weight x + input_bias + hidden_weight h' + hidden_bias.
enum class RecurrentCell : uint8_t { kLstm, kGru };

// Rows of tensors are [time, batch], or [batch, time].
struct RecurrentSizes {
  int64_t steps, batch, inputs, hidden;
  bool batch_first;
};

inline constexpr size_t kMostKept = 7;
// What a step leaves for gradients, each [time, batch, hidden]: of an LSTM i, g, f, o, h, c and
// tanh(c), of a GRU r, z, n, m and h.
using KeptValues = std::array<std::optional<Value>, kMostKept>;

// What gradients need of a call, too. All values are FLOAT and dense, except that the rows of
// outputs may lie apart.
struct RecurrentInputs {
  RecurrentCell cell;
  RecurrentSizes sizes;
  bool backwards = false;             // from the last step to the first one
  Value input;                        // [rows, inputs]
  Value input_weight, hidden_weight;  // [gates * hidden, inputs or hidden]
  // [batch, hidden]; without one it is 0, and not multiplied.
  std::optional<Value> first_hidden = {}, first_cell = {};
  // INT64 [time]: how many of the first rows of the batch each step has. The others keep their
  // state. Their output is 0, and so is what is kept of them except for h and c.
  std::optional<Value> batch_sizes = {};
};

struct RecurrentLayer {
  RecurrentInputs call;
  std::optional<Value> input_bias = {}, hidden_bias = {};  // [gates * hidden]
  Value output;                                            // [rows, hidden]
  Value last_hidden;                                       // [batch, hidden]
  std::optional<Value> last_cell = {};                     // of an LSTM
  KeptValues kept = {};
};
OPENACLNN_SHARED Stage PlanRecurrentLayer(const RecurrentLayer& layer);

// The gradients of such a call, which left `kept`, all of it. Gradients that are not given are 0.
struct RecurrentGradients {
  RecurrentInputs call;
  KeptValues kept;
  std::optional<Value> output = {};                       // by the output
  std::optional<Value> last_hidden = {}, last_cell = {};  // by the last state
  Value by_input;
  bool adds_by_input = false;  // to what is there
  Value by_first_hidden;
  std::optional<Value> by_first_cell = {};  // of an LSTM
  Value by_input_weight, by_hidden_weight;
  std::optional<Value> by_input_bias = {}, by_hidden_bias = {};
};
OPENACLNN_SHARED Stage PlanRecurrentGradients(const RecurrentGradients& gradients);

// One step of an LSTM, whose products are there. Dense floats: [batch, gates * hidden] and
// [batch, hidden].
struct LstmCellStep {
  Value by_input, by_hidden;
  std::optional<Value> input_bias = {}, hidden_bias = {};  // [gates * hidden]
  Value cell;
  Value next_hidden, next_cell;
  Value gates;  // i, f, g and o, which gradients need
};
OPENACLNN_SHARED Stage PlanLstmCell(const LstmCellStep& step);

// The gradients of such a step.
struct LstmCellGradients {
  std::optional<Value> by_next_hidden = {}, by_next_cell = {};  // given; not so: 0
  Value cell, next_cell, gates;                                 // of the step
  Value by_gates, by_cell;
  std::optional<Value> by_bias = {};
};
OPENACLNN_SHARED Stage PlanLstmCellGradients(const LstmCellGradients& gradients);

}  // namespace openaclnn
