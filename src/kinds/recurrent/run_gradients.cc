// The gradients of a layer: from the last step of its run to the first one, then the products of
// all steps.
#include "base/ceil_div.h"
#include "cpu/threads.h"
#include "kinds/recurrent/loops.h"
#include "kinds/recurrent/run.h"
#include "kinds/recurrent/steps.h"

namespace openaclnn {
namespace {

constexpr int kCellCost = 2000;  // picoseconds for an element of a state on one core, about
constexpr int kBiasCost = 300;   // for a term of a bias
constexpr int64_t kBiasesAtOnce = 64;

enum KeptOfCell : size_t { kHidden = 4, kCell = 5 };

struct GradientsMemory {
  GradientsMemory(RecurrentCell cell, const RecurrentSizes& sizes, bool has_sizes, Parts parts) {
    const int64_t rows = sizes.steps * sizes.batch, state = sizes.batch * sizes.hidden;
    const int64_t gates = GatesOf(cell) * sizes.hidden;
    by_input_gates = parts.Next<float>(rows * gates);
    by_hidden_gates = parts.Next<float>(cell == RecurrentCell::kGru ? rows * gates : 0);
    before = parts.Next<float>(rows * sizes.hidden);
    input = parts.Next<float>(has_sizes ? rows * sizes.inputs : 0);
    next = parts.Next<float>(state);
    carried = parts.Next<double>(state);
    bytes = parts.bytes();
    if (cell == RecurrentCell::kLstm) by_hidden_gates = by_input_gates;
  }

  float *by_input_gates, *by_hidden_gates;  // [rows, gates]
  float* before;                            // [rows, hidden]: the state before each step
  float* input;                             // with 0 in rows that no step has
  float* next;                              // [batch, hidden]
  double* carried;                          // the same
  uint64_t bytes;
};

class Gradients {
 public:
  explicit Gradients(const RecurrentGradientsRun& run)
      : run_(run),
        call_(run.call),
        sizes_(run.call.sizes),
        gates_(GatesOf(call_.cell) * sizes_.hidden),
        steps_(run.call),
        memory_(call_.cell, sizes_, call_.batch_sizes != nullptr, Parts(call_.workspace)) {}

  void Run() {
    steps_.Check();
    const int64_t state = sizes_.batch * sizes_.hidden;
    CopyOrZero(run_.last_hidden, state, memory_.next);
    for (int64_t i = 0; i < state; ++i) {
      const bool is_given = IsLstm() && run_.last_cell != nullptr;
      memory_.carried[i] = is_given ? static_cast<double>(run_.last_cell[i]) : 0.0;
    }
    for (int64_t i = steps_.count(); i-- > 0;) Step(i);
    for (int64_t i = 0; i < state; ++i) {
      const double hidden = memory_.next[i];
      run_.by_first_hidden[i] = static_cast<float>(IsLstm() ? hidden : hidden + memory_.carried[i]);
      if (IsLstm()) run_.by_first_cell[i] = static_cast<float>(memory_.carried[i]);
    }
    MultiplyAll();
  }

 private:
  bool IsLstm() const { return call_.cell == RecurrentCell::kLstm; }

  void Step(int64_t i) const {
    const int64_t time = steps_.TimeOf(i), rows = steps_.RowsAt(time);
    const auto compute =
        IsLstm() ? GetRecurrentLoops().lstm_gradients : GetRecurrentLoops().gru_gradients;
    ParallelFor(sizes_.batch, 1 + GrainFor(kCellCost) / (1 + sizes_.hidden),
                [&](int64_t begin, int64_t end) {
                  for (int64_t b = begin; b < end; ++b) {
                    b < rows ? compute(RowAt(i, b)) : Pass(time, b);
                  }
                });
    if (rows == 0) return;
    // Rows of one time, as far apart as the order of the input has them.
    const int64_t step = (steps_.RowOf(time, 1) - steps_.RowOf(time, 0)) * gates_;
    Multiply({memory_.by_hidden_gates + steps_.RowOf(time, 0) * gates_, step, 1},
             {call_.hidden_weight, sizes_.hidden, 1}, rows, gates_, sizes_.hidden, memory_.next,
             sizes_.hidden);
  }

  // What was kept of the step before, or the first state; null: 0.
  const float* Before(size_t kept, const float* first, int64_t i, int64_t batch) const {
    if (i > 0) {
      return call_.kept[kept] + steps_.KeptRowOf(steps_.TimeOf(i - 1), batch) * sizes_.hidden;
    }
    return first == nullptr ? nullptr : first + batch * sizes_.hidden;
  }

  CellGradientRow RowAt(int64_t i, int64_t batch) const {
    const int64_t time = steps_.TimeOf(i), at = steps_.RowOf(time, batch);
    const float* const hidden = Before(kHidden, call_.first_hidden, i, batch);
    CopyOrZero(hidden, sizes_.hidden, memory_.before + at * sizes_.hidden);
    if (memory_.input != nullptr && call_.batch_sizes != nullptr) {
      CopyOrZero(call_.input + at * sizes_.inputs, sizes_.inputs,
                 memory_.input + at * sizes_.inputs);
    }
    CellGradientRow row = {
        .hidden = sizes_.hidden,
        .kept = {},
        .before = IsLstm() ? Before(kCell, call_.first_cell, i, batch) : hidden,
        .output = run_.output == nullptr ? nullptr : run_.output + at * run_.output_pitch,
        .next = memory_.next + batch * sizes_.hidden,
        .carried = memory_.carried + batch * sizes_.hidden,
        .by_input_gates = memory_.by_input_gates + at * gates_,
        .by_hidden_gates = memory_.by_hidden_gates + at * gates_};
    for (size_t k = 0; k < KeptOf(call_.cell); ++k) {
      row.kept[k] = call_.kept[k] + steps_.KeptRowOf(time, batch) * sizes_.hidden;
    }
    return row;
  }

  // A row of the batch that the step does not have.
  void Pass(int64_t time, int64_t batch) const {
    const int64_t at = steps_.RowOf(time, batch);
    std::fill_n(memory_.by_input_gates + at * gates_, gates_, 0.0f);
    std::fill_n(memory_.by_hidden_gates + at * gates_, gates_, 0.0f);
    std::fill_n(memory_.before + at * sizes_.hidden, sizes_.hidden, 0.0f);
    std::fill_n(memory_.input + at * sizes_.inputs, sizes_.inputs, 0.0f);
  }

  // Sums over all rows, in their order.
  void MultiplyAll() const {
    const int64_t rows = sizes_.steps * sizes_.batch;
    const float* const input = call_.batch_sizes == nullptr ? call_.input : memory_.input;
    const FloatMatrix by_input = {memory_.by_input_gates, gates_, 1},
                      by_hidden = {memory_.by_hidden_gates, gates_, 1};
    Multiply(by_input.Transposed(), {input, sizes_.inputs, 1}, gates_, rows, sizes_.inputs,
             run_.by_input_weight, sizes_.inputs);
    Multiply(by_hidden.Transposed(), {memory_.before, sizes_.hidden, 1}, gates_, rows,
             sizes_.hidden, run_.by_hidden_weight, sizes_.hidden);
    Multiply(by_input, {call_.input_weight, sizes_.inputs, 1}, rows, gates_, sizes_.inputs,
             run_.by_input, sizes_.inputs, run_.adds_by_input);
    SumGates(memory_.by_input_gates, rows, gates_, run_.by_input_bias);
    SumGates(memory_.by_hidden_gates, rows, gates_, run_.by_hidden_bias);
  }

  const RecurrentGradientsRun& run_;
  const RecurrentRun& call_;
  const RecurrentSizes& sizes_;
  const int64_t gates_;
  const RecurrentSteps steps_;
  const GradientsMemory memory_;
};

}  // namespace

void SumGates(const float* gates, int64_t rows, int64_t count, float* sums) {
  if (sums == nullptr) return;
  const int64_t grain = CeilDiv(1 + GrainFor(kBiasCost) / (1 + rows), kBiasesAtOnce);
  ParallelFor(CeilDiv(count, kBiasesAtOnce), grain, [&](int64_t begin, int64_t end) {
    for (int64_t block = begin; block < end; ++block) {
      const int64_t first = block * kBiasesAtOnce, here = std::min(kBiasesAtOnce, count - first);
      double of_block[kBiasesAtOnce] = {};
      for (int64_t row = 0; row < rows; ++row) {
        const float* const terms = gates + row * count + first;
        for (int64_t i = 0; i < here; ++i) of_block[i] += static_cast<double>(terms[i]);
      }
      for (int64_t i = 0; i < here; ++i) sums[first + i] = static_cast<float>(of_block[i]);
    }
  });
}

uint64_t WorkspaceOfGradients(RecurrentCell cell, const RecurrentSizes& sizes, bool has_sizes) {
  if (!HasSteps(sizes)) return 0;
  return GradientsMemory(cell, sizes, has_sizes, Parts(nullptr)).bytes;
}

void RunRecurrentGradients(const RecurrentGradientsRun& run) {
  const RecurrentSizes& sizes = run.call.sizes;
  if (HasSteps(sizes)) return Gradients(run).Run();
  const int64_t state = sizes.batch * sizes.hidden, gates = GatesOf(run.call.cell) * sizes.hidden;
  CopyOrZero(run.last_hidden, state, run.by_first_hidden);
  if (run.by_first_cell != nullptr) CopyOrZero(run.last_cell, state, run.by_first_cell);
  CopyOrZero(nullptr, gates * sizes.inputs, run.by_input_weight);
  CopyOrZero(nullptr, gates * sizes.hidden, run.by_hidden_weight);
  if (run.by_input_bias != nullptr) CopyOrZero(nullptr, gates, run.by_input_bias);
  if (run.by_hidden_bias != nullptr) CopyOrZero(nullptr, gates, run.by_hidden_bias);
  const int64_t rows = sizes.steps * sizes.batch;
  if (!run.adds_by_input) CopyOrZero(nullptr, rows * sizes.inputs, run.by_input);
}

}  // namespace openaclnn
