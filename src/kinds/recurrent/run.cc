#include "kinds/recurrent/run.h"

#include "cpu/threads.h"
#include "kinds/recurrent/loops.h"
#include "kinds/recurrent/steps.h"

namespace openaclnn {
namespace {

constexpr int kCellCost = 5000;  // picoseconds for an element of a state on one core, about

struct LayerMemory {
  LayerMemory(RecurrentCell cell, const RecurrentSizes& sizes, Parts parts) {
    const int64_t gates = GatesOf(cell) * sizes.hidden, state = sizes.batch * sizes.hidden;
    by_input = parts.Next<float>(sizes.steps * sizes.batch * gates);
    by_hidden = parts.Next<float>(sizes.batch * gates);
    hidden = parts.Next<float>(state);
    cells = parts.Next<float>(cell == RecurrentCell::kLstm ? state : 0);
    input_bias = parts.Next<double>(gates);
    hidden_bias = parts.Next<double>(cell == RecurrentCell::kGru ? gates : 0);
    bytes = parts.bytes();
  }

  float* by_input;   // [rows, gates]
  float* by_hidden;  // [batch, gates]
  float* hidden;     // [batch, hidden]
  float* cells;      // the same, of an LSTM
  double *input_bias, *hidden_bias;
  uint64_t bytes;
};

// The biases as doubles; of an LSTM their sums.
void SetBiases(const RecurrentLayerRun& run, const LayerMemory& memory) {
  const RecurrentRun& call = run.call;
  const int64_t gates = GatesOf(call.cell) * call.sizes.hidden;
  const auto at = [](const float* bias, int64_t i) {
    return bias == nullptr ? 0.0 : static_cast<double>(bias[i]);
  };
  for (int64_t i = 0; i < gates; ++i) {
    const double first = at(run.input_bias, i), second = at(run.hidden_bias, i);
    if (call.cell == RecurrentCell::kLstm) {
      memory.input_bias[i] = first + second;
    } else {
      memory.input_bias[i] = first;
      memory.hidden_bias[i] = second;
    }
  }
}

class Layer {
 public:
  explicit Layer(const RecurrentLayerRun& run)
      : run_(run),
        call_(run.call),
        sizes_(run.call.sizes),
        gates_(GatesOf(call_.cell) * sizes_.hidden),
        steps_(run.call),
        memory_(call_.cell, sizes_, Parts(call_.workspace)) {}

  void Run() {
    steps_.Check();
    const int64_t state = sizes_.batch * sizes_.hidden;
    CopyOrZero(call_.first_hidden, state, memory_.hidden);
    if (IsLstm()) CopyOrZero(call_.first_cell, state, memory_.cells);
    SetBiases(run_, memory_);
    Multiply({call_.input, sizes_.inputs, 1}, {call_.input_weight, 1, sizes_.inputs},
             sizes_.steps * sizes_.batch, sizes_.inputs, gates_, memory_.by_input, gates_);
    bool has_state = call_.first_hidden != nullptr;
    for (int64_t i = 0; i < steps_.count(); ++i) {
      Step(steps_.TimeOf(i), has_state);
      has_state = true;
    }
    std::copy_n(memory_.hidden, state, run_.last_hidden);
    if (IsLstm()) std::copy_n(memory_.cells, state, run_.last_cell);
  }

 private:
  bool IsLstm() const { return call_.cell == RecurrentCell::kLstm; }

  void Step(int64_t time, bool has_state) const {
    const int64_t rows = steps_.RowsAt(time);
    if (has_state && rows > 0) {
      Multiply({memory_.hidden, sizes_.hidden, 1}, {call_.hidden_weight, 1, sizes_.hidden}, rows,
               sizes_.hidden, gates_, memory_.by_hidden, gates_);
    }
    const auto compute = IsLstm() ? GetRecurrentLoops().lstm : GetRecurrentLoops().gru;
    ParallelFor(sizes_.batch, 1 + GrainFor(kCellCost) / (1 + sizes_.hidden),
                [&](int64_t begin, int64_t end) {
                  for (int64_t b = begin; b < end; ++b) {
                    const CellRow row = RowAt(time, b, has_state);
                    b < rows ? compute(row) : Pass(row);
                  }
                });
  }

  CellRow RowAt(int64_t time, int64_t batch, bool has_state) const {
    const int64_t at = steps_.RowOf(time, batch);
    CellRow row = {.hidden = sizes_.hidden,
                   .by_input = memory_.by_input + at * gates_,
                   .by_hidden = has_state ? memory_.by_hidden + batch * gates_ : nullptr,
                   .input_bias = memory_.input_bias,
                   .hidden_bias = memory_.hidden_bias,
                   .state = memory_.hidden + batch * sizes_.hidden,
                   .cell = IsLstm() ? memory_.cells + batch * sizes_.hidden : nullptr,
                   .output = run_.output + at * run_.output_pitch,
                   .kept = {}};
    if (call_.kept[0] == nullptr) return row;
    for (size_t k = 0; k < KeptOf(call_.cell); ++k) {
      row.kept[k] = call_.kept[k] + steps_.KeptRowOf(time, batch) * sizes_.hidden;
    }
    return row;
  }

  // A row of the batch that the step does not have.
  void Pass(const CellRow& row) const {
    std::fill_n(row.output, sizes_.hidden, 0.0f);
    if (row.kept[0] == nullptr) return;
    for (size_t k = 0; k < KeptOf(call_.cell); ++k) {
      const float* const state = k == 4 ? row.state : k == 5 ? row.cell : nullptr;
      CopyOrZero(state, sizes_.hidden, row.kept[k]);
    }
  }

  const RecurrentLayerRun& run_;
  const RecurrentRun& call_;
  const RecurrentSizes& sizes_;
  const int64_t gates_;
  const RecurrentSteps steps_;
  const LayerMemory memory_;
};

}  // namespace

uint64_t WorkspaceOfLayer(RecurrentCell cell, const RecurrentSizes& sizes) {
  if (!HasSteps(sizes)) return 0;
  return LayerMemory(cell, sizes, Parts(nullptr)).bytes;
}

void RunRecurrentLayer(const RecurrentLayerRun& run) {
  const RecurrentRun& call = run.call;
  if (HasSteps(call.sizes)) return Layer(run).Run();
  const int64_t state = call.sizes.batch * call.sizes.hidden;
  CopyOrZero(call.first_hidden, state, run.last_hidden);
  if (run.last_cell != nullptr) CopyOrZero(call.first_cell, state, run.last_cell);
}

}  // namespace openaclnn
