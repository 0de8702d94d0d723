// All elements of the result become one: a scalar of the call, or a number of the spec.

#include "kinds/moves/run_fill.h"

#include <cstring>
#include <memory>
#include <utility>

#include "base/dtype.h"
#include "cpu/cast.h"
#include "cuda/launch.h"
#include "engine/call.h"
#include "engine/executor.h"
#include "kinds/moves/launch.h"
#include "kinds/moves/plan.h"
#include "kinds/moves/spec.h"
#include "kinds/operands.h"
#include "kinds/planned.h"

namespace openaclnn {
namespace {

class FillComputation final : public PlannedComputation {
 public:
  Element element;

  void Run(const Places& places) const override {
    RunFill(plan, element, places.First(slot_of[0]));
  }

  bool HasDeviceCode() const override { return true; }
  Status FindCode(const Places& /*places*/, Queue& queue, DeviceCodes& codes) const override {
    return queue.FindCode(kFillKernel, codes.Make<const DeviceCode*>());
  }
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override {
    return LaunchPlan({codes.Get<const DeviceCode*>(), element}, plan, DataAt(places), queue);
  }

  void AddDetails(Details& details) const override { AddPlan("fill", details); }
};

// A number as an element of another dtype, converted once.
Element Converted(const void* number, aclDataType from, aclDataType to) {
  Element element{}, scratch, other;
  std::memcpy(element.data(), number, static_cast<size_t>(DtypeBytes(from)));
  const Cast cast(from, to);
  if (cast.IsIdentity()) return element;
  const Element given = std::exchange(element, {});
  cast(given.data(), element.data(), 1, scratch.data(), other.data());
  return element;
}

// What the elements of a fill become.
Element FillOf(const Call& call) {
  const aclDataType to = call.FirstResult().dtype;
  if (call.spec.work.at[kFillScalar] >= 0)
    return ElementOf(*call.At(call.spec.work.at[kFillScalar]).scalar, to);
  return Converted(&call.spec.work.options[kFillNumber], ACL_DOUBLE, to);
}

void PlanComputation(const Call& call, Executor& executor) {
  auto& made = executor.Make<FillComputation>();
  made.element = FillOf(call);
  PlanBroadcast(call, LoopType::kFloat, executor.slots, made);
  executor.SetWeight(made.plan.elements, kFillCost);
}

}  // namespace

Element ElementOf(const Scalar& scalar, aclDataType dtype) {
  if (IsCastable(scalar.dtype)) return Converted(scalar.bytes.data(), scalar.dtype, dtype);
  // Dtypes of fewer bits, whose numbers these hold.
  if (IsInteger(scalar.dtype)) {
    const int64_t integer = Truncated(ExactOf(scalar));
    return Converted(&integer, ACL_INT64, dtype);
  }
  const double number = ScalarTo<double>(scalar);
  return Converted(&number, ACL_DOUBLE, dtype);
}

Stage PlanFill(double number, const Value& to) {
  return PlanFill(Converted(&number, ACL_DOUBLE, to->dtype), to);
}

Stage PlanFill(const Element& element, const Value& to) {
  auto made = std::make_unique<FillComputation>();
  made->element = element;
  made->slot_of[0] = to.slot;
  PlanAlone(*to.tensor, 1, made->plan);
  made->plan.origin[0] += to.origin;
  const int64_t elements = made->plan.elements;
  return {std::move(made), 0, elements, kFillCost};
}

constinit const Kind kFillKind = {
    .name = "fill", .cuts = Cuts::kByElement, .moves = true, .plan = PlanComputation};

}  // namespace openaclnn
