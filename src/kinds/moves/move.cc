// Elements of one operand copied, or converted to the dtype of the result.

#include "kinds/moves/run_move.h"

#include <memory>
#include <utility>

#include "cuda/launch.h"
#include "engine/call.h"
#include "engine/executor.h"
#include "kinds/moves/launch.h"
#include "kinds/moves/launch_transpose.h"
#include "kinds/moves/plan.h"
#include "kinds/moves/spec.h"
#include "kinds/operands.h"
#include "kinds/planned.h"

namespace openaclnn {
namespace {

class MoveComputation final : public PlannedComputation {
 public:
  void Run(const Places& places) const override {
    RunMove(plan, places.First(slot_of[0]), places.First(slot_of[1]));
  }

  bool HasDeviceCode() const override { return true; }
  Status FindCode(const Places& /*places*/, Queue& queue, DeviceCodes& codes) const override {
    const DeviceCode*& code = codes.Make<const DeviceCode*>();
    return IsTransposition(plan) ? FindTransposition(plan, queue, code)
                                 : queue.FindCode(kMoveKernel, code);
  }
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override {
    const auto* const code = codes.Get<const DeviceCode*>();
    OperandData data;
    OPENACLNN_RETURN_IF_ERROR(DataOn(queue, places, data));
    return IsTransposition(plan) ? LaunchTransposition(code, plan, data, queue)
                                 : LaunchPlan({code, {}}, plan, data, queue);
  }

  void AddDetails(Details& details) const override { AddPlan("move", details); }
};

void PlanInto(const Value& from, const Value& to, MoveComputation& made) {
  Operands operands;
  operands.Add(from.slot, *from.tensor);
  operands.Add(to.slot, *to.tensor);
  operands.num_results = 1;
  made.slot_of = operands.slots;
  if (!PlanDense(operands, to->shape, to->extent.elements, false, made.plan)) {
    const OperandView views[] = {ViewIn(*from.tensor, to->shape), ViewIn(*to.tensor, to->shape)};
    made.plan = PlanElementwise(to->shape, views, 1);
  }
  made.plan.origin[0] += from.origin;
  made.plan.origin[1] += to.origin;
}

void PlanComputation(const Call& call, Executor& executor) {
  auto& made = executor.Make<MoveComputation>();
  PlanBroadcast(call, LoopType::kFloat, executor.slots, made);
  executor.SetWeight(made.plan.elements, kMoveCost);
}

}  // namespace

Stage PlanMove(const Value& from, const Value& to) {
  auto made = std::make_unique<MoveComputation>();
  PlanInto(from, to, *made);
  const int64_t elements = made->plan.elements;
  return {std::move(made), 0, elements, kMoveCost, true};
}

constinit const Kind kMoveKind = {.name = "move",
                                  .cuts = Cuts::kByElement,
                                  .moves = true,
                                  .converts = true,
                                  .plan = PlanComputation};

}  // namespace openaclnn
