#include <cstdint>
#include <memory>
#include <span>

#include "base/dtype.h"
#include "engine/call.h"
#include "engine/executor.h"
#include "kinds/moves/run_move.h"
#include "kinds/operands.h"
#include "kinds/planned.h"
#include "kinds/reduction/extremes.h"
#include "kinds/sort/run.h"
#include "kinds/sort/spec.h"

namespace openaclnn {
namespace {

class SortComputation final : public PlannedComputation {
 public:
  Plan values, indices;
  std::unique_ptr<Plan> cast;  // from values in the workspace to another dtype
  int32_t values_slot, indices_slot;
  int64_t rows, length, wanted;
  int bytes;
  Ordering ordering;
  uint64_t infinity;
  bool descending;

  bool HasWork() const override { return values.elements > 0; }
  uint64_t WorkspaceBytes() const {
    if (cast == nullptr || !HasWork()) return 0;
    return static_cast<uint64_t>(values.elements * bytes);
  }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    std::byte* const memory = places.AlignedWorkspace();
    RunSort({.plan = &plan,
             .elements = places.First(slot_of[0]),
             .values = &values,
             .value_data = cast != nullptr ? memory : places.First(values_slot),
             .indices = &indices,
             .index_data = places.First(indices_slot),
             .rows = rows,
             .length = length,
             .wanted = wanted,
             .bytes = bytes,
             .ordering = ordering,
             .infinity = infinity,
             .descending = descending});
    if (cast != nullptr) RunMove(*cast, memory, places.First(values_slot));
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
    if (!HasWork()) return;
    visit({plan, 0, slot_of[0], false});
    visit({cast != nullptr ? *cast : values, cast != nullptr ? 1 : 0, values_slot, true});
    visit({indices, 0, indices_slot, true});
  }
  void AddDetails(Details& details) const override { AddPlan("sort", details); }
};

Ordering OrderingOf(aclDataType dtype) {
  if (ClassOf(dtype) == DtypeClass::kFloat) return Ordering::kFloat;
  if (dtype == ACL_BOOL) return Ordering::kTruth;
  const bool is_unsigned =
      dtype == ACL_UINT8 || dtype == ACL_UINT16 || dtype == ACL_UINT32 || dtype == ACL_UINT64;
  return is_unsigned ? Ordering::kUnsigned : Ordering::kSigned;
}

// The axis last, in what was a shape or strides.
Dims Turned(Dims dims, size_t axis) {
  if (dims.empty()) return {1};
  const int64_t last = dims[axis];
  dims.erase(dims.begin() + static_cast<std::ptrdiff_t>(axis));
  dims.push_back(last);
  return dims;
}

Plan PlanTurned(const Tensor& tensor, const Dims& shape, size_t axis, aclDataType dtype,
                int num_outputs) {
  const OperandView views[] = {ViewBy(tensor, Turned(tensor.strides, axis))};
  Plan plan = PlanInOrder(shape, views, num_outputs);
  plan.dtype[0] = dtype;
  return plan;
}

// Into the workspace, as values lie in the order of rows, and from there.
void PlanCast(const Tensor& out, const Dims& shape, size_t axis, aclDataType dtype,
              SortComputation& made) {
  OperandView views[] = {{dtype, ContiguousStrides(shape)}, ViewBy(out, Turned(out.strides, axis))};
  for (int64_t& stride : views[0].byte_strides) stride *= DtypeBytes(dtype);
  made.values = PlanInOrder(shape, std::span(views, 1), 1);
  made.values.dtype[0] = DtypeOfWords(made.bytes);
  made.cast = std::make_unique<Plan>(PlanInOrder(shape, views, 1));
}

void PlanComputation(const Call& call, Executor& executor) {
  auto& made = executor.Make<SortComputation>();
  const OpSpec& spec = call.spec;
  const Tensor& self = call.TensorAt(spec.operands_at[0]);
  const Tensor &out = call.TensorAt(spec.results_at[0]),
               &places = call.TensorAt(spec.results_at[1]);
  const int64_t dim = call.At(spec.work.at[kSortedAxis]).integer;
  const size_t axis = self.shape.empty() ? 0 : *AxisAt(dim, self.shape);
  const Dims shape = Turned(self.shape, axis), result = Turned(out.shape, axis);
  made.slot_of[0] = spec.operands_at[0];
  made.values_slot = spec.results_at[0];
  made.indices_slot = spec.results_at[1];
  made.bytes = static_cast<int>(DtypeBytes(self.dtype));
  made.ordering = OrderingOf(self.dtype);
  made.infinity = static_cast<uint64_t>(WordWayOf(self.dtype, Extreme::kMax).infinity);
  made.descending = call.At(spec.work.at[kDescending]).flag;
  made.length = shape.back();
  made.wanted = result.back();
  made.rows = made.wanted == 0 ? 0 : out.extent.elements / made.wanted;
  made.plan = PlanTurned(self, shape, axis, DtypeOfWords(made.bytes), 0);
  made.indices = PlanTurned(places, result, axis, places.dtype, 1);
  if (out.dtype == self.dtype) {
    made.values = PlanTurned(out, result, axis, DtypeOfWords(made.bytes), 1);
  } else {
    PlanCast(out, result, axis, self.dtype, made);
  }
  executor.workspace_size = WorkspaceFor(made.WorkspaceBytes());
  executor.SetWeight(made.plan.elements, kSortCost);
}

bool MayBeOne(const OpSpec& /*spec*/, int /*output*/, int /*input*/) { return false; }

}  // namespace

constinit const Kind kSortKind = OnCpusAlone(
    {.name = "sort", .cuts = Cuts::kNone, .plan = PlanComputation, .may_be_one = MayBeOne});

}  // namespace openaclnn
