// Places that come several times: plans and launches.
#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "base/ceil_div.h"
#include "cuda/launch.h"
#include "kinds/moves/made_argument.h"
#include "kinds/moves/plan.h"
#include "kinds/moves/run_repeat_each.h"
#include "kinds/operands.h"
#include "kinds/stepped_axes.h"

namespace openaclnn {
namespace {

class RepeatEachComputation final : public SteppedComputation {
 public:
  // The starts of all places, and of what is behind the last, and GPUs' sums of chunks.
  uint64_t WorkspaceBytes() const { return SumsAt() + RepeatEachArgument::kChunks * kNumber; }

  void Run(const Places& places) const override {
    auto* const starts = reinterpret_cast<int64_t*>(places.AlignedWorkspace());
    RunRepeatEach(plan, DataAt(places), starts);
  }

  bool HasDeviceCode() const override { return true; }
  bool HasWork() const override { return Elements() > 0; }
  Status FindCode(const Places& /*places*/, Queue& queue, DeviceCodes& codes) const override {
    return queue.FindCode("openaclnn_repeat_each", codes.Make<const DeviceCode*>());
  }
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override {
    const auto* const code = codes.Get<const DeviceCode*>();
    const auto starts = reinterpret_cast<uintptr_t>(places.AlignedWorkspace());
    RepeatEachArgument argument{};
    argument.plan = WalkOf(plan, DataAt(places));
    argument.starts = starts;
    argument.sums = starts + SumsAt();
    argument.chunk = std::max<int64_t>(1, CeilDiv(Count(), RepeatEachArgument::kChunks));
    const std::array<int64_t, 4> threads = {std::max<int64_t>(1, CeilDiv(Count(), argument.chunk)),
                                            1, CeilDiv(Count(), argument.chunk), Elements()};
    for (uint8_t step = 0; step < threads.size(); ++step) {
      if (threads[step] == 0) continue;
      argument.step = static_cast<RepeatEachArgument::Step>(step);
      OPENACLNN_RETURN_IF_ERROR(queue.Run(code, argument, threads[step]));
    }
    return {};
  }

  void AddDetails(Details& details) const override { AddPlan("repeat each", details); }

 private:
  static constexpr uint64_t kNumber = sizeof(int64_t);

  int64_t Count() const { return plan.axes[1].extent; }
  int64_t Elements() const {
    return plan.axes[0].extent * plan.axes[2].extent * plan.axes[3].extent;
  }
  uint64_t SumsAt() const { return (static_cast<uint64_t>(Count()) + 1) * kNumber; }
};

}  // namespace

Stage PlanRepeatEach(const RepeatEachInputs& inputs) {
  auto made = std::make_unique<RepeatEachComputation>();
  Operands operands;
  operands.Add(inputs.from.slot, *inputs.from.tensor);
  operands.Add(inputs.repeats.slot, *inputs.repeats.tensor);
  operands.Add(inputs.to.slot, *inputs.to.tensor);
  operands.num_results = 1;
  const Tensor& repeats = *inputs.repeats.tensor;
  const int64_t along = repeats.extent.elements > 1 ? repeats.strides[0] : 0;
  const int64_t inner = inputs.inner;
  made->plan.axes = {AxisAlong(operands, inner, {1, 0, 1}),
                     AxisAlong(operands, inputs.count, {inner, along, 0}),
                     AxisAlong(operands, inputs.size, {0, 0, inner}),
                     AxisAlong(operands, inputs.outer,
                               {inputs.count * inner, 0, inputs.size * inner})};
  made->FinishAxes(operands);
  made->plan.origin[0] = inputs.from.origin;
  made->plan.origin[1] = inputs.repeats.origin;
  made->plan.origin[2] = inputs.to.origin;
  const uint64_t workspace = made->WorkspaceBytes();
  return {std::move(made), workspace, inputs.outer * inputs.size * inner, kRepeatEachCost};
}

}  // namespace openaclnn
