// Elements that are numbers at equal distances.
#include "kinds/moves/ramp.h"

#include <memory>
#include <utility>

#include "cuda/launch.h"
#include "kinds/moves/made_argument.h"
#include "kinds/moves/plan.h"
#include "kinds/moves/run_ramp.h"
#include "kinds/operands.h"
#include "kinds/planned.h"

namespace openaclnn {
namespace {

class RampComputation final : public PlannedComputation {
 public:
  explicit RampComputation(const Ramp& numbers) : ramp(numbers) {}

  void Run(const Places& places) const override { RunRamp(plan, ramp, places.First(slot_of[0])); }

  bool HasDeviceCode() const override { return true; }
  Status FindCode(const Places& /*places*/, Queue& queue, DeviceCodes& codes) const override {
    return queue.FindCode("openaclnn_ramp", codes.Make<const DeviceCode*>());
  }
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override {
    RampArgument argument{};
    argument.plan = WalkOf(plan, DataAt(places));
    argument.ramp = ramp;
    return queue.Run(codes.Get<const DeviceCode*>(), argument, plan.elements);
  }

  void AddDetails(Details& details) const override { AddPlan("ramp", details); }

 private:
  const Ramp ramp;
};

}  // namespace

Stage PlanRamp(const Ramp& ramp, const Value& to) {
  auto made = std::make_unique<RampComputation>(ramp);
  made->slot_of[0] = to.slot;
  PlanAlone(*to.tensor, 1, made->plan);
  made->plan.origin[0] += to.origin;
  const int64_t elements = made->plan.elements;
  return {std::move(made), 0, elements, kRampCost};
}

}  // namespace openaclnn
