#include "kinds/picks/run.h"

#include "engine/call.h"
#include "engine/executor.h"
#include "kinds/operands.h"
#include "kinds/picks/launch.h"
#include "kinds/picks/spec.h"
#include "kinds/stepped_axes.h"

namespace openaclnn {
namespace {

class PicksComputation final : public SteppedComputation {
 public:
  Reduced reduced;
  int64_t ignored;

  bool IsGradient() const { return plan.num_outputs == 1; }

  void Run(const Places& places) const override {
    const PicksRun run = RunOf(DataAt(places));
    IsGradient() ? RunPicksBackward(run) : RunPicks(run);
  }

  bool HasDeviceCode() const override { return true; }
  // A loss always has a weight.
  bool HasWork() const override { return !IsGradient() || plan.elements > 0; }
  Status FindCode(const Places& /*places*/, Queue& queue, DeviceCodes& codes) const override {
    return FindPicks(plan, queue, codes.Make<PicksKernels>());
  }
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override {
    OperandData data;
    OPENACLNN_RETURN_IF_ERROR(DataOn(queue, places, data));
    return LaunchPicks(RunOf(data), codes.Get<PicksKernels>(), places.AlignedWorkspace(), queue);
  }

  void AddDetails(Details& details) const override { AddPlan("picks", details); }

 private:
  PicksRun RunOf(const OperandData& data) const {
    return {.plan = &plan, .data = data, .reduced = reduced, .ignored = ignored};
  }
};

// Axes of classes and rows, of which the latter is missing where there is one row.
void PlanAxes(const Operands& operands, bool of_each, Plan& plan) {
  const bool is_gradient = operands.num_results == 1;
  const Tensor &scores = operands[is_gradient ? 4 : 0], &losses = operands[is_gradient ? 0 : 3];
  const Tensor &target = operands[1], &weight = operands[2];
  const bool has_rows = scores.shape.size() == 2;
  const auto of_rows = [has_rows](const Tensor& tensor) {
    return has_rows && !tensor.strides.empty() ? tensor.strides[0] : 0;
  };
  const int64_t of_losses = of_each ? of_rows(losses) : 0;
  const int64_t classes = scores.shape.back(), rows = has_rows ? scores.shape[0] : 1;
  const int64_t step = scores.strides.back(), to_next = of_rows(scores);
  const auto add = [&](int64_t extent, std::initializer_list<int64_t> strides) {
    plan.axes.push_back(AxisAlong(operands, extent, strides));
  };
  if (is_gradient) {
    add(classes, {0, 0, weight.strides[0], 0, step});
    add(rows, {of_losses, of_rows(target), 0, 0, to_next});
  } else {
    add(classes, {step, 0, weight.strides[0], 0, 0});
    add(rows, {to_next, of_rows(target), 0, of_losses, 0});
  }
}

void PlanComputation(const Call& call, Executor& executor) {
  auto& made = executor.Make<PicksComputation>();
  const Operands operands = OperandsOf(call, LoopType::kFloat, executor.slots);
  const int64_t reduction = call.At(call.spec.reduction_at).integer;
  made.reduced = static_cast<Reduced>(reduction);
  made.ignored = call.At(call.spec.IndexOf("ignoreIndex")).integer;
  PlanAxes(operands, reduction == 0, made.plan);
  made.FinishAxes(operands);
  if (ComputesOnGpu()) {
    executor.workspace_size = WorkspaceFor(GpuPicksWorkspace(made.plan, made.reduced));
  }
  executor.SetWeight(made.plan.elements, kPickCost);
}

bool MayBeOne(const OpSpec& /*spec*/, int /*output*/, int /*input*/) { return false; }

}  // namespace

constinit const Kind kPicks = {
    .name = "picks", .cuts = Cuts::kNone, .plan = PlanComputation, .may_be_one = MayBeOne};

}  // namespace openaclnn
