// The triangles of matrices: plans and launches.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

#include "cuda/launch.h"
#include "kinds/moves/made_argument.h"
#include "kinds/moves/plan.h"
#include "kinds/moves/run_triangle.h"
#include "kinds/operands.h"
#include "kinds/stepped_axes.h"

namespace openaclnn {
namespace {

class TriangleComputation final : public SteppedComputation {
 public:
  Triangle kept;

  void Run(const Places& places) const override {
    RunTriangle(plan, kept, places.First(slot_of[0]), places.First(slot_of[1]));
  }

  bool HasDeviceCode() const override { return true; }
  Status FindCode(const Places& /*places*/, Queue& queue, DeviceCodes& codes) const override {
    return queue.FindCode("openaclnn_triangle", codes.Make<const DeviceCode*>());
  }
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override {
    TriangleArgument argument{};
    argument.plan = WalkOf(plan, DataAt(places));
    argument.diagonal = kept.diagonal;
    argument.is_upper = kept.is_upper;
    return queue.Run(codes.Get<const DeviceCode*>(), argument, plan.elements);
  }

  void AddDetails(Details& details) const override { AddPlan("triangle", details); }
};

}  // namespace

Stage PlanTriangle(const Triangle& kept, const Value& from, const Value& to) {
  auto made = std::make_unique<TriangleComputation>();
  Operands operands;
  operands.Add(from.slot, *from.tensor);
  operands.Add(to.slot, *to.tensor);
  operands.num_results = 1;
  for (size_t a = to->shape.size(); a-- > 0;) {
    made->plan.axes.push_back(
        AxisAlong(operands, to->shape[a], {from->strides[a], to->strides[a]}));
  }
  made->FinishAxes(operands);
  made->plan.origin[0] = from.origin;
  made->plan.origin[1] = to.origin;
  Axis &columns = made->plan.axes[0], &rows = made->plan.axes[1];
  // Beyond the corners all or nothing is kept, whatever the diagonal.
  made->kept = {kept.is_upper, std::clamp(kept.diagonal, -rows.extent, columns.extent)};
  if (std::abs(rows.stride[1]) < std::abs(columns.stride[1])) {  // one above the other in memory
    std::swap(rows, columns);
    made->kept = {!kept.is_upper, -made->kept.diagonal};
  }
  const int64_t elements = made->plan.elements;
  return {std::move(made), 0, elements, kTriangleCost, true};
}

}  // namespace openaclnn
