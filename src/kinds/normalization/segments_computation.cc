// Plans and runs stages of rows of segments.
#include <array>
#include <memory>
#include <utility>

#include "kinds/normalization/operands.h"
#include "kinds/normalization/plan.h"
#include "kinds/normalization/segments.h"

namespace openaclnn {
namespace {

constexpr int kSegmentsCost = 500;  // picoseconds for an element on one core, about

// On CPUs alone.
class SegmentsComputation final : public PlannedComputation {
 public:
  bool are_gradients;
  LoopType loop;
  NormSegments segments;
  double eps = 0;
  StatisticsFrom from;
  // Slots, and the walks of what is at these.
  int32_t weight = kNoSlot, bias = kNoSlot, mean = kNoSlot, rstd = kNoSlot, variance = kNoSlot;
  int32_t products = kNoSlot, grads = kNoSlot;
  Plan of_weights = {}, of_rows = {}, of_sums = {};

  void Run(const Places& places) const override {
    const SegmentsRun run{.plan = &plan,
                          .data = DataAt(places),
                          .segments = segments,
                          .eps = eps,
                          .from = from,
                          .weight = ElementsAt<double>(places, weight),
                          .bias = ElementsAt<double>(places, bias),
                          .mean = ElementsAt<double>(places, mean),
                          .rstd = ElementsAt<double>(places, rstd),
                          .variance = ElementsAt<double>(places, variance),
                          .products = ElementsAt<double>(places, products),
                          .grads = ElementsAt<double>(places, grads)};
    are_gradients ? RunSegmentGradients(run, loop) : RunSegments(run, loop);
  }

  Status FindCode(const Places& /*places*/, Queue& /*queue*/,
                  DeviceCodes& /*codes*/) const override {
    return {};
  }
  Status Launch(const Places& /*places*/, const DeviceCodes& /*codes*/,
                Queue& /*queue*/) const override {
    return {};
  }

  void ForEachAccess(const AccessVisitor& visit) const override {
    PlannedComputation::ForEachAccess(visit);
    const auto visit_if = [&](const Plan& walk, int32_t slot, bool writes) {
      if (slot != kNoSlot && walk.elements > 0) visit({walk, 0, slot, writes});
    };
    visit_if(of_weights, weight, false);
    visit_if(of_weights, bias, false);
    const bool finds = !are_gradients && from == StatisticsFrom::kRows;
    for (const int32_t slot : {mean, rstd, variance}) visit_if(of_rows, slot, finds);
    for (const int32_t slot : {products, grads}) {
      visit_if(of_sums, slot, from != StatisticsFrom::kGiven);
    }
  }
  void AddDetails(Details& details) const override { AddPlan(NameOf(loop), details); }
};

std::unique_ptr<SegmentsComputation> PlanRows(const NormSegments& segments, StatisticsFrom from,
                                              std::span<const Value> inputs,
                                              const std::optional<Value>& out) {
  auto made = std::make_unique<SegmentsComputation>();
  made->segments = segments;
  made->from = from;
  std::array<Value, 3> values = {};
  size_t count = 0;
  for (const Value& input : inputs) values[count++] = input;
  if (out) values[count++] = *out;
  PlanWalk(*made, made->loop, out ? 1 : 0, std::span(values).first(count));
  return made;
}

Stage StageOf(std::unique_ptr<SegmentsComputation> made) {
  const int64_t elements = made->plan.elements;
  return {std::move(made), 0, elements, kSegmentsCost, true};
}

}  // namespace

Stage PlanSegments(const SegmentsInputs& inputs) {
  auto made = PlanRows(inputs.segments, inputs.from, {&inputs.x, 1}, inputs.out);
  made->are_gradients = false;
  made->eps = inputs.eps;
  PlanDenseOnes(inputs.weight, false, made->weight, made->of_weights);
  PlanDenseOnes(inputs.bias, false, made->bias, made->of_weights);
  const bool finds = inputs.from == StatisticsFrom::kRows;
  PlanDenseOnes(inputs.mean, finds, made->mean, made->of_rows);
  PlanDenseOnes(inputs.rstd, finds, made->rstd, made->of_rows);
  PlanDenseOnes(inputs.variance, finds, made->variance, made->of_rows);
  return StageOf(std::move(made));
}

Stage PlanSegmentGradients(const SegmentGradientsInputs& inputs) {
  auto made = PlanRows(inputs.segments, inputs.from, std::array{inputs.x, inputs.grad}, inputs.out);
  made->are_gradients = true;
  PlanDenseOnes(inputs.weight, false, made->weight, made->of_weights);
  PlanDenseOnes(inputs.mean, false, made->mean, made->of_rows);
  PlanDenseOnes(inputs.rstd, false, made->rstd, made->of_rows);
  const bool finds = inputs.from != StatisticsFrom::kGiven;
  PlanDenseOnes(inputs.products, finds, made->products, made->of_sums);
  PlanDenseOnes(inputs.grads, finds, made->grads, made->of_sums);
  return StageOf(std::move(made));
}

}  // namespace openaclnn
