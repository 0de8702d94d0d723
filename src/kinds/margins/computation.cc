// Plans and runs.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "cpu/threads.h"
#include "engine/run_failure.h"
#include "kinds/accessed.h"
#include "kinds/margins/plan.h"
#include "kinds/strided_numbers.h"

namespace openaclnn {
namespace {

constexpr int kCost = 2000;   // picoseconds a class on one core, about, for few targets
constexpr int64_t kPart = 256;  // terms that are summed before their sum is added

class MarginsComputation final : public AccessedComputation {
 public:
  explicit MarginsComputation(const MarginsInputs& inputs)
      : scores_(inputs.scores),
        mask_(inputs.mask),
        targets_(inputs.targets),
        losses_(inputs.losses),
        rows_(inputs.scores->shape[0]),
        classes_(inputs.scores->shape[1]),
        operator_name_(inputs.operator_name),
        name_of_targets_(inputs.name_of_targets) {
    AddAccess(inputs.scores, false);
    AddAccess(inputs.targets, false);
    AddAccess(inputs.losses, true);
    AddAccess(inputs.mask, true);
  }

  bool HasWork() const override { return rows_ > 0; }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    Check(places);
    const int64_t grain = std::max<int64_t>(1, GrainFor(kCost) / classes_);
    ParallelFor(rows_, grain, [&](int64_t begin, int64_t end) {
      Memory memory(static_cast<size_t>(classes_));
      for (int64_t row = begin; row < end; ++row) FillRow(places, row, memory);
    });
  }

  void AddDetails(Details& details) const override {
    details.AddWords("loop", "margins");
    details.Add("rows", rows_);
    details.Add("classes", classes_);
  }

  int64_t Elements() const { return rows_ * classes_; }

 private:
  struct Memory {
    explicit Memory(size_t classes) : scores(classes), mask(classes), items(classes) {}
    std::vector<double> scores, mask, items;
  };

  const int64_t* TargetsOf(const Places& places, int64_t row) const {
    const std::byte* const first = places.First(targets_.slot) + targets_.origin;
    return reinterpret_cast<const int64_t*>(first) + row * classes_;
  }

  // Before anything is written.
  void Check(const Places& places) const {
    for (int64_t row = 0; row < rows_; ++row) {
      const int64_t* const targets = TargetsOf(places, row);
      for (int64_t k = 0; k < classes_ && targets[k] >= 0; ++k) {
        if (targets[k] < classes_) continue;
        FailRun("{}: {}: {} in row {} is no class, expected -1 to {}", operator_name_,
                name_of_targets_, targets[k], row, classes_ - 1);
      }
    }
  }

  void FillRow(const Places& places, int64_t row, Memory& memory) const {
    const int64_t* const targets = TargetsOf(places, row);
    scores_.LoadRow(scores_.First(places) + row * scores_.steps[0], scores_.steps[1], classes_,
                    memory.items.data(), memory.scores.data());
    std::ranges::fill(memory.mask, 0.0);
    for (int64_t k = 0; k < classes_ && targets[k] >= 0; ++k) {
      memory.mask[static_cast<size_t>(targets[k])] = 1;
    }
    double loss = 0;
    for (int64_t k = 0; k < classes_ && targets[k] >= 0; ++k) {
      loss += MarginsOf(memory.scores[static_cast<size_t>(targets[k])], memory);
    }
    auto* const losses = reinterpret_cast<double*>(places.First(losses_.slot) + losses_.origin);
    losses[row] = loss / static_cast<double>(classes_);
    mask_.StoreRow(memory.mask.data(), mask_.steps[1], classes_, memory.items.data(),
                   mask_.First(places) + row * mask_.steps[0]);
  }

  // The margins of one target to all classes that are none. A NaN counts.
  double MarginsOf(double score, const Memory& memory) const {
    double sum = 0;
    for (int64_t first = 0; first < classes_; first += kPart) {
      const int64_t end = std::min(first + kPart, classes_);
      double part = 0;
      for (int64_t i = first; i < end; ++i) {
        const auto at = static_cast<size_t>(i);
        const double margin = 1 - (score - memory.scores[at]);
        part += memory.mask[at] != 0 || margin <= 0 ? 0 : margin;
      }
      sum += part;
    }
    return sum;
  }

  // Where dense numbers are.
  struct Place {
    explicit Place(const Value& value) : slot(value.slot), origin(value.origin) {}
    int32_t slot;
    int64_t origin;
  };

  const StridedNumbers scores_, mask_;
  const Place targets_, losses_;
  const int64_t rows_, classes_;
  const std::string_view operator_name_, name_of_targets_;
};

}  // namespace

Stage PlanMargins(const MarginsInputs& inputs) {
  auto made = std::make_unique<MarginsComputation>(inputs);
  const int64_t elements = made->Elements();
  return {.computation = std::move(made), .elements = elements, .cost = kCost};
}

}  // namespace openaclnn
