// Each element moved from one of two operands, as a third one says.

#include "kinds/moves/run_select.h"

#include "cuda/launch.h"
#include "engine/call.h"
#include "engine/executor.h"
#include "kinds/moves/launch.h"
#include "kinds/moves/spec.h"
#include "kinds/operands.h"
#include "kinds/planned.h"

namespace openaclnn {
namespace {

class SelectComputation final : public PlannedComputation {
 public:
  void Run(const Places& places) const override { RunSelect(plan, DataAt(places)); }

  bool HasDeviceCode() const override { return true; }
  Status FindCode(const Places& /*places*/, Queue& queue, DeviceCodes& codes) const override {
    return queue.FindCode(kSelectKernel, codes.Make<const DeviceCode*>());
  }
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override {
    OperandData data;
    OPENACLNN_RETURN_IF_ERROR(DataOn(queue, places, data));
    return LaunchPlan({codes.Get<const DeviceCode*>(), {}}, plan, data, queue);
  }

  void AddDetails(Details& details) const override { AddPlan("select", details); }
};

void PlanComputation(const Call& call, Executor& executor) {
  auto& made = executor.Make<SelectComputation>();
  PlanBroadcast(call, LoopType::kFloat, executor.slots, made);
  executor.SetWeight(made.plan.elements, kSelectCost);
}

}  // namespace

constinit const Kind kSelectKind = {
    .name = "select", .cuts = Cuts::kByElement, .moves = true, .plan = PlanComputation};

}  // namespace openaclnn
