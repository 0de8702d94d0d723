#include "ops/recurrent/recurrent_layers.h"

#include <optional>
#include <vector>

#include "kinds/recurrent/run.h"
#include "kinds/stages/stage_list.h"
#include "ops/recurrent/recurrent_call.h"

namespace openaclnn {
namespace {

constexpr size_t kHiddenAmongKept = 4;

// The state of a cell among those of all, if there are any.
std::optional<Value> StateOfCell(RecurrentCall& recurrent, const std::optional<Value>& states,
                                 int64_t cell) {
  if (!states) return std::nullopt;
  return recurrent.State(*states, cell);
}

std::optional<Value> ResultIfAny(RecurrentCall& recurrent, int argument) {
  if (argument < 0) return std::nullopt;
  return recurrent.Result(argument);
}

int KeptListsOf(const RecurrentShape& shape) { return static_cast<int>(KeptOf(shape.cell)); }

void SetKeptOf(int64_t cell, const std::vector<std::vector<Value>>& lists, KeptValues& kept) {
  for (size_t k = 0; k < lists.size(); ++k) kept[k] = lists[k][static_cast<size_t>(cell)];
}

}  // namespace

// Each direction of a layer writes its part of what the next layer reads.
void PlanLayers(const Call& call, Executor& executor, const RecurrentLayersAt& at) {
  StageList list(call, executor);
  RecurrentCall recurrent(call, list);
  const RecurrentShape& shape = recurrent.shape();
  const std::vector<Value> params = recurrent.FloatsOf(call.spec.work.at[kParamsOf]);
  Value rows =
      recurrent.Rows(*recurrent.Floats(call.spec.work.at[kSequenceOf]), shape.sizes.inputs);
  const Value output = recurrent.Result(at.output), last_hidden = recurrent.Result(at.last_hidden);
  const std::optional<Value> last_cell = ResultIfAny(recurrent, at.last_cell);
  std::vector<std::vector<Value>> kept;
  const int lists = call.FlagAt(at.train) ? KeptListsOf(shape) : 0;
  for (int k = 0; k < lists; ++k) kept.push_back(recurrent.ResultsOf(at.kept + k));
  for (int64_t layer = 0; layer < shape.layers; ++layer) {
    const Value sequence = layer + 1 == shape.layers ? output : recurrent.Sequence();
    for (int64_t direction = 0; direction < shape.directions; ++direction) {
      const int64_t cell = layer * shape.directions + direction;
      RecurrentLayer made{.call = recurrent.Inputs(layer, direction, rows, params),
                          .output = recurrent.RowsOfDirection(sequence, direction),
                          .last_hidden = recurrent.State(last_hidden, cell),
                          .last_cell = StateOfCell(recurrent, last_cell, cell)};
      if (shape.has_bias) {
        const auto first = static_cast<size_t>(cell * shape.ParamsOfCell());
        made.input_bias = params[first + 2];
        made.hidden_bias = params[first + 3];
      }
      SetKeptOf(cell, kept, made.kept);
      list.Add(PlanRecurrentLayer(made));
    }
    rows = recurrent.Rows(sequence, shape.directions * shape.sizes.hidden);
  }
  recurrent.MoveResults();
  list.Finish();
}

// From the last layer to the first one; each leaves the gradient by what it reads.
void PlanGradients(const Call& call, Executor& executor, const RecurrentGradientsAt& at) {
  StageList list(call, executor);
  RecurrentCall recurrent(call, list);
  const RecurrentShape& shape = recurrent.shape();
  const std::vector<Value> params = recurrent.FloatsOf(call.spec.work.at[kParamsOf]);
  const Value input = *recurrent.Floats(call.spec.work.at[kSequenceOf]);
  std::optional<Value> by_output = recurrent.Floats(at.output);
  const std::optional<Value> by_last_hidden = recurrent.Floats(at.last_hidden),
                             by_last_cell = recurrent.Floats(at.last_cell);
  std::vector<std::vector<Value>> kept;
  for (int k = 0; k < KeptListsOf(shape); ++k) kept.push_back(recurrent.FloatsOf(at.kept + k));
  const Value by_input = recurrent.Result(at.by_input);
  const std::optional<Value> by_first_hidden = ResultIfAny(recurrent, at.by_first_hidden),
                             by_first_cell = ResultIfAny(recurrent, at.by_first_cell);
  const std::vector<Value> by_params = recurrent.ResultsOf(at.by_params);
  for (int64_t layer = shape.layers; layer-- > 0;) {
    const bool is_first = layer == 0;
    const int64_t inputs = is_first ? shape.sizes.inputs : shape.directions * shape.sizes.hidden;
    const Value rows = recurrent.Rows(
        is_first ? input : recurrent.Joined(kept[kHiddenAmongKept], layer - 1), inputs);
    const Value by_rows = is_first ? by_input : recurrent.Sequence();
    for (int64_t direction = 0; direction < shape.directions; ++direction) {
      const int64_t cell = layer * shape.directions + direction;
      const auto first = static_cast<size_t>(cell * shape.ParamsOfCell());
      RecurrentGradients made{.call = recurrent.Inputs(layer, direction, rows, params),
                              .kept = {},
                              .last_hidden = StateOfCell(recurrent, by_last_hidden, cell),
                              .last_cell = StateOfCell(recurrent, by_last_cell, cell),
                              .by_input = recurrent.Rows(by_rows, inputs),
                              .adds_by_input = direction > 0,
                              .by_first_hidden = *StateOfCell(recurrent, by_first_hidden, cell),
                              .by_first_cell = StateOfCell(recurrent, by_first_cell, cell),
                              .by_input_weight = by_params[first],
                              .by_hidden_weight = by_params[first + 1]};
      SetKeptOf(cell, kept, made.kept);
      if (by_output) made.output = recurrent.RowsOfDirection(*by_output, direction);
      if (shape.has_bias) {
        made.by_input_bias = by_params[first + 2];
        made.by_hidden_bias = by_params[first + 3];
      }
      list.Add(PlanRecurrentGradients(made));
    }
    by_output = by_rows;
  }
  recurrent.MoveResults();
  list.Finish();
}

}  // namespace openaclnn
