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
#include "kinds/reduction/plan.h"

namespace openaclnn {
namespace {

class ExtremesComputation final : public PlannedComputation {
 public:
  WordWay way;
  ReductionShape shape;
  Plan values, indices;                         // walk these; of no operands where none are wanted
  std::unique_ptr<Plan> cast;                   // from values in the workspace to another dtype
  int32_t values_slot = -1, indices_slot = -1;  // below 0: none

  bool HasWork() const override { return Results() > 0 && (plan.elements > 0 || IsOfNothing()); }
  // Whether any of nothing is true, or all of it.
  bool IsOfNothing() const { return plan.elements == 0 && way.is_truth && indices_slot < 0; }
  bool Casts() const { return cast != nullptr; }

  // Values that are cast come first in the workspace.
  uint64_t CastBytes() const {
    return Casts() ? InLines(static_cast<uint64_t>(Results() * DtypeBytes(cast->dtype[0]))) : 0;
  }
  uint64_t WorkspaceBytes() const {
    if (!HasWork() || plan.elements == 0) return 0;
    const int64_t parts = ReductionPartials(shape) * BytesOfExtreme(way, indices_slot >= 0);
    return CastBytes() + static_cast<uint64_t>(parts);
  }

  void Run(const Places& places) const override {
    if (!HasWork()) return;
    std::byte* const memory = places.AlignedWorkspace();
    const ExtremesRun run = {
        .terms = {&plan, places.First(slot_of[0]), shape, memory + CastBytes()},
        .way = way,
        .values = values_slot >= 0 ? &values : nullptr,
        .value_data = Casts()            ? memory
                      : values_slot >= 0 ? places.First(values_slot)
                                         : nullptr,
        .indices = indices_slot >= 0 ? &indices : nullptr,
        .index_data = indices_slot >= 0 ? places.First(indices_slot) : nullptr};
    IsOfNothing() ? RunTruthsOfNothing(run) : RunExtremes(run);
    if (Casts()) RunMove(*cast, memory, places.First(values_slot));
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
    if (plan.elements > 0) visit({plan, 0, slot_of[0], false});
    if (values_slot >= 0) visit({Casts() ? *cast : values, Casts() ? 1 : 0, values_slot, true});
    if (indices_slot >= 0) visit({indices, 0, indices_slot, true});
  }
  void AddDetails(Details& details) const override { AddPlan("extremes", details); }

 private:
  int64_t Results() const { return values_slot >= 0 ? values.elements : indices.elements; }
};
static_assert(Executor::FitsRoom<ExtremesComputation>());

void PlanTerms(const Value& elements, std::span<const int64_t> axes, int64_t results,
               ExtremesComputation& made) {
  const Tensor& self = *elements.tensor;
  Dims shape, strides;
  made.slot_of[0] = elements.slot;
  made.shape = ReducedAs(self, axes, results, shape, strides);
  const OperandView views[] = {ViewBy(self, strides)};
  made.plan = PlanInOrder(shape, views, 0);
  made.plan.dtype[0] = DtypeOfWords(made.way.bytes);
}

// Values have the dtype of the elements; truths are bytes of 0 and 1.
void PlanValues(const Value& values, aclDataType dtype, ExtremesComputation& made) {
  const Tensor& out = *values.tensor;
  made.values_slot = values.slot;
  const bool holds_truths = out.dtype == ACL_BOOL || out.dtype == ACL_UINT8;
  if (out.dtype == dtype || (made.way.is_truth && holds_truths)) {
    PlanAlone(out, 1, made.values);
  } else {
    OperandView views[2] = {{dtype, ContiguousStrides(out.shape)}, ViewIn(out, out.shape)};
    for (int64_t& stride : views[0].byte_strides) stride *= DtypeBytes(dtype);
    made.values = PlanInOrder(out.shape, std::span(views, 1), 1);
    made.cast = std::make_unique<Plan>(PlanInOrder(out.shape, views, 1));
  }
  made.values.dtype[0] = DtypeOfWords(static_cast<int>(DtypeBytes(made.values.dtype[0])));
}

void PlanInto(const ExtremeInputs& inputs, ExtremesComputation& made) {
  const aclDataType dtype = inputs.elements->dtype;
  made.way = WordWayOf(dtype, inputs.extreme);
  const Value& last = inputs.indices ? *inputs.indices : *inputs.values;
  PlanTerms(inputs.elements, inputs.axes, last->extent.elements, made);
  if (inputs.values) PlanValues(*inputs.values, dtype, made);
  if (inputs.indices) {
    made.indices_slot = inputs.indices->slot;
    PlanAlone(*inputs.indices->tensor, 1, made.indices);
  }
}

void PlanComputation(const Call& call, Executor& executor) {
  auto& made = executor.Make<ExtremesComputation>();
  const OpSpec& spec = call.spec;
  const auto value = [&call](int8_t at) { return Value{&call.TensorAt(at), at}; };
  const bool has_indices = spec.work.options[kIndices] != 0;
  const bool has_values = !has_indices || spec.results_at[1] >= 0;
  const int8_t last = spec.results_at[1] >= 0 ? spec.results_at[1] : spec.results_at[0];
  ExtremeInputs inputs{.extreme = static_cast<Extreme>(spec.work.options[kExtreme]),
                       .elements = value(spec.operands_at[0]),
                       .axes = ReducedAxesOf(call)};
  if (has_values) inputs.values = value(spec.results_at[0]);
  if (has_indices) inputs.indices = value(last);
  PlanInto(inputs, made);
  executor.workspace_size = WorkspaceFor(made.WorkspaceBytes());
  executor.SetWeight(made.plan.elements, kReductionCost);
}

bool MayBeOne(const OpSpec& /*spec*/, int /*output*/, int /*input*/) { return false; }

}  // namespace

Stage PlanExtremes(const ExtremeInputs& inputs) {
  auto made = std::make_unique<ExtremesComputation>();
  PlanInto(inputs, *made);
  const uint64_t workspace = made->WorkspaceBytes();
  const int64_t elements = made->plan.elements;
  return {std::move(made), workspace, elements, kReductionCost};
}

constinit const Kind kExtremesKind = OnCpusAlone(
    {.name = "extremes", .cuts = Cuts::kNone, .plan = PlanComputation, .may_be_one = MayBeOne});

}  // namespace openaclnn
