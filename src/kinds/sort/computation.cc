#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "base/dtype.h"
#include "engine/call.h"
#include "engine/executor.h"
#include "kinds/moves/run_move.h"
#include "kinds/operands.h"
#include "kinds/planned.h"
#include "kinds/reduction/extremes.h"
#include "kinds/sort/key.h"
#include "kinds/sort/plan.h"
#include "kinds/sort/run.h"
#include "kinds/sort/spec.h"

namespace openaclnn {
namespace {

class SortComputation final : public PlannedComputation {
 public:
  bool has_values;
  Plan values, indices;
  std::unique_ptr<Plan> cast;  // from values in the workspace to another dtype
  int32_t values_slot, indices_slot;
  int64_t rows, length, wanted;
  int bytes;
  Ordering ordering;
  uint64_t infinity;
  bool descending;

  Take take = Take::kFirst;
  int64_t at = 0;

  bool HasWork() const override { return indices.elements > 0; }
  uint64_t WorkspaceBytes() const {
    if (cast == nullptr || !HasWork()) return 0;
    return static_cast<uint64_t>(values.elements * bytes);
  }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    std::byte* const memory = places.AlignedWorkspace();
    RunSort({.plan = &plan,
             .elements = places.First(slot_of[0]),
             .values = has_values ? &values : nullptr,
             .value_data = cast != nullptr ? memory
                           : has_values    ? places.First(values_slot)
                                           : nullptr,
             .indices = &indices,
             .index_data = places.First(indices_slot),
             .rows = rows,
             .length = length,
             .wanted = wanted,
             .take = take,
             .at = at,
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
    if (has_values) {
      visit({cast != nullptr ? *cast : values, cast != nullptr ? 1 : 0, values_slot, true});
    }
    visit({indices, 0, indices_slot, true});
  }
  void AddDetails(Details& details) const override { AddPlan("sort", details); }
};

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

void PlanRows(const SortInputs& inputs, SortComputation& made) {
  const Tensor &self = *inputs.elements.tensor, &places = *inputs.indices.tensor;
  const size_t axis = inputs.axis;
  const Dims shape = Turned(self.shape, axis), result = Turned(places.shape, axis);
  made.slot_of[0] = inputs.elements.slot;
  made.indices_slot = inputs.indices.slot;
  made.bytes = static_cast<int>(DtypeBytes(self.dtype));
  made.ordering = OrderingOf(self.dtype);
  made.infinity = static_cast<uint64_t>(WordWayOf(self.dtype, Extreme::kMax).infinity);
  made.descending = inputs.descending;
  made.length = shape.back();
  made.wanted = result.back();
  made.rows = made.wanted == 0 ? 0 : places.extent.elements / made.wanted;
  made.plan = PlanTurned(self, shape, axis, DtypeOfWords(made.bytes), 0);
  made.indices = PlanTurned(places, result, axis, places.dtype, 1);
  made.take = inputs.take;
  made.at = inputs.at;
  made.has_values = inputs.values.has_value();
  if (!made.has_values) return;
  const Tensor& out = *inputs.values->tensor;
  made.values_slot = inputs.values->slot;
  if (out.dtype == self.dtype) {
    made.values = PlanTurned(out, result, axis, DtypeOfWords(made.bytes), 1);
  } else {
    PlanCast(out, result, axis, self.dtype, made);
  }
}

// The elements, if they are wanted, and their indices.
void PlanComputation(const Call& call, Executor& executor) {
  auto& made = executor.Make<SortComputation>();
  const OpSpec& spec = call.spec;
  const auto value = [&call](int8_t at) { return Value{&call.TensorAt(at), at}; };
  const Tensor& self = call.TensorAt(spec.operands_at[0]);
  const bool has_values = spec.results_at[1] >= 0;
  const int64_t dim = call.At(spec.work.at[kSortedAxis]).integer;
  SortInputs inputs{.elements = value(spec.operands_at[0]),
                    .axis = self.shape.empty() ? 0 : *AxisAt(dim, self.shape),
                    .descending = call.At(spec.work.at[kDescending]).flag,
                    .indices = value(spec.results_at[has_values ? 1 : 0])};
  if (has_values) inputs.values = value(spec.results_at[0]);
  PlanRows(inputs, made);
  executor.workspace_size = WorkspaceFor(made.WorkspaceBytes());
  executor.SetWeight(made.plan.elements, kSortCost);
}

bool MayBeOne(const OpSpec& /*spec*/, int /*output*/, int /*input*/) { return false; }

}  // namespace

Stage PlanSort(const SortInputs& inputs) {
  auto made = std::make_unique<SortComputation>();
  PlanRows(inputs, *made);
  const uint64_t workspace = made->WorkspaceBytes();
  const int64_t elements = made->plan.elements;
  return {std::move(made), workspace, elements, kSortCost};
}

constinit const Kind kSortKind = OnCpusAlone(
    {.name = "sort", .cuts = Cuts::kNone, .plan = PlanComputation, .may_be_one = MayBeOne});

}  // namespace openaclnn
