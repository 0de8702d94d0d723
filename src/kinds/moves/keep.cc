// Elements that stay as they are: a call is checked, and its run moves nothing.
#include "engine/call.h"
#include "engine/executor.h"
#include "kinds/moves/spec.h"
#include "kinds/operands.h"
#include "kinds/planned.h"

namespace openaclnn {
namespace {

// The tensor is operand and result, and has to have memory.
class KeepComputation final : public PlannedComputation {
 public:
  void Run(const Places& /*places*/) const override {}
  bool HasDeviceCode() const override { return true; }
  bool HasWork() const override { return false; }
  Status FindCode(const Places&, Queue&, DeviceCodes&) const override { return {}; }
  Status Launch(const Places&, const DeviceCodes&, Queue&) const override { return {}; }
  void AddDetails(Details& details) const override { AddPlan("keep", details); }
};

void PlanComputation(const Call& call, Executor& executor) {
  PlanBroadcast(call, LoopType::kFloat, executor.slots, executor.Make<KeepComputation>());
}

}  // namespace

constinit const Kind kKeepKind = {
    .name = "keep", .cuts = Cuts::kNone, .moves = true, .plan = PlanComputation};

}  // namespace openaclnn
