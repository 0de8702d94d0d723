// One step of an LSTM by itself: plans and runs.
#include <algorithm>
#include <memory>

#include "cpu/targets.h"
#include "cpu/threads.h"
#include "kinds/recurrent/found.h"
#include "kinds/recurrent/loops.h"
#include "kinds/recurrent/plan.h"
#include "kinds/recurrent/run.h"

namespace openaclnn {
namespace {

constexpr int kCellCost = 5000;  // picoseconds for an element of a state on one core, about
constexpr int64_t kGates = 4;
// What a row of gates has, in its order, as what a layer keeps.
constexpr size_t kGatesAmongKept[] = {0, 2, 1, 3};

class CellComputation : public FindingComputation {
 public:
  explicit CellComputation(const Value& cell) : batch_(cell->shape[0]), hidden_(cell->shape[1]) {}

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "lstm cell");
    details.AddWords("simd", ChosenSimdName());
    details.Add("batch", batch_);
    details.Add("hidden", hidden_);
  }

 protected:
  template <class Body>
  void ForEachRow(const Body& body) const {
    ParallelFor(batch_, 1 + GrainFor(kCellCost) / (1 + hidden_), [&](int64_t begin, int64_t end) {
      for (int64_t row = begin; row < end; ++row) body(row);
    });
  }

  const int64_t batch_, hidden_;
};

class StepComputation final : public CellComputation {
 public:
  explicit StepComputation(const LstmCellStep& step)
      : CellComputation(step.cell),
        by_input_(Reads(step.by_input)),
        by_hidden_(Reads(step.by_hidden)),
        input_bias_(Reads(step.input_bias)),
        hidden_bias_(Reads(step.hidden_bias)),
        cell_(Reads(step.cell)),
        next_hidden_(Writes(step.next_hidden)),
        next_cell_(Writes(step.next_cell)),
        gates_(Writes(step.gates)) {}

  void Run(const Places& places) const override {
    if (batch_ * hidden_ == 0) return;
    const int64_t gates = kGates * hidden_;
    auto* const bias = reinterpret_cast<double*>(places.AlignedWorkspace());
    const float* const first = input_bias_.At(places);
    const float* const second = hidden_bias_.At(places);
    for (int64_t i = 0; i < gates; ++i) {
      bias[i] = (first == nullptr ? 0.0 : static_cast<double>(first[i])) +
                (second == nullptr ? 0.0 : static_cast<double>(second[i]));
    }
    const auto compute = GetRecurrentLoops().lstm;
    ForEachRow([&](int64_t b) {
      float* const cell = next_cell_.Row(places, b, hidden_);
      std::copy_n(cell_.Row(places, b, hidden_), hidden_, cell);
      float* const hidden = next_hidden_.Row(places, b, hidden_);
      CellRow row = {.hidden = hidden_,
                     .by_input = by_input_.Row(places, b, gates),
                     .by_hidden = by_hidden_.Row(places, b, gates),
                     .input_bias = bias,
                     .hidden_bias = nullptr,
                     .state = hidden,
                     .cell = cell,
                     .output = hidden,
                     .kept = {}};
      for (int64_t g = 0; g < kGates; ++g) {
        row.kept[kGatesAmongKept[g]] = gates_.Row(places, b, gates) + g * hidden_;
      }
      compute(row);
    });
  }

 private:
  const Found by_input_, by_hidden_, input_bias_, hidden_bias_, cell_, next_hidden_, next_cell_,
      gates_;
};

class StepGradientsComputation final : public CellComputation {
 public:
  explicit StepGradientsComputation(const LstmCellGradients& gradients)
      : CellComputation(gradients.cell),
        by_next_hidden_(Reads(gradients.by_next_hidden)),
        by_next_cell_(Reads(gradients.by_next_cell)),
        cell_(Reads(gradients.cell)),
        next_cell_(Reads(gradients.next_cell)),
        gates_(Reads(gradients.gates)),
        by_gates_(Writes(gradients.by_gates)),
        by_cell_(Writes(gradients.by_cell)),
        by_bias_(Writes(gradients.by_bias)) {}

  void Run(const Places& places) const override {
    const int64_t gates = kGates * hidden_;
    auto* const carried = reinterpret_cast<double*>(places.AlignedWorkspace());
    const auto compute = GetRecurrentLoops().lstm_gradients;
    if (batch_ * hidden_ > 0) {
      ForEachRow([&](int64_t b) {
        double* const of_row = carried + b * hidden_;
        const float* const given = by_next_cell_.Row(places, b, hidden_);
        for (int64_t i = 0; i < hidden_; ++i) {
          of_row[i] = given == nullptr ? 0.0 : static_cast<double>(given[i]);
        }
        CellGradientRow row = {.hidden = hidden_,
                               .kept = {},
                               .before = cell_.Row(places, b, hidden_),
                               .output = nullptr,
                               .next = by_next_hidden_.Row(places, b, hidden_),
                               .carried = of_row,
                               .by_input_gates = by_gates_.Row(places, b, gates),
                               .by_hidden_gates = nullptr};
        for (int64_t g = 0; g < kGates; ++g) {
          row.kept[kGatesAmongKept[g]] = gates_.Row(places, b, gates) + g * hidden_;
        }
        row.kept[5] = next_cell_.Row(places, b, hidden_);
        compute(row);
        float* const by_cell = by_cell_.Row(places, b, hidden_);
        for (int64_t i = 0; i < hidden_; ++i) by_cell[i] = static_cast<float>(of_row[i]);
      });
    }
    SumGates(by_gates_.At(places), batch_, gates, by_bias_.At(places));
  }

 private:
  const Found by_next_hidden_, by_next_cell_, cell_, next_cell_, gates_, by_gates_, by_cell_,
      by_bias_;
};

}  // namespace

Stage PlanLstmCell(const LstmCellStep& step) {
  ApplySimdSetting();
  const int64_t gates = step.cell->extent.elements == 0 ? 0 : kGates * step.cell->shape[1];
  return {.computation = std::make_unique<StepComputation>(step),
          .workspace = static_cast<uint64_t>(gates) * sizeof(double),
          .elements = step.cell->extent.elements,
          .cost = kCellCost};
}

Stage PlanLstmCellGradients(const LstmCellGradients& gradients) {
  ApplySimdSetting();
  const int64_t elements = gradients.cell->extent.elements;
  return {.computation = std::make_unique<StepGradientsComputation>(gradients),
          .workspace = static_cast<uint64_t>(elements) * sizeof(double),
          .elements = elements,
          .cost = kCellCost};
}

}  // namespace openaclnn
