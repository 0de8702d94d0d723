#include <cstdint>
#include <memory>
#include <numeric>
#include <span>

#include "base/dtype.h"
#include "engine/call.h"
#include "engine/executor.h"
#include "kinds/moves/run_move.h"
#include "kinds/operands.h"
#include "kinds/planned.h"
#include "kinds/scan/run.h"
#include "kinds/scan/spec.h"

namespace openaclnn {
namespace {

class ScanComputation final : public PlannedComputation {
 public:
  ScanShape shape;
  bool of_integers;
  bool multiplies;
  std::unique_ptr<Plan> load;  // of elements that are converted into the workspace first

  uint64_t CastBytes() const {
    if (load == nullptr) return 0;
    return InLines(static_cast<uint64_t>(plan.elements * DtypeBytes(plan.dtype[0])));
  }
  uint64_t WorkspaceBytes() const {
    if (plan.elements == 0) return 0;
    const int64_t totals = multiplies ? 0 : ScanTotals(shape);
    return CastBytes() + static_cast<uint64_t>(totals) * sizeof(double);
  }

  void Run(const Places& places) const override {
    if (plan.elements == 0) return;
    std::byte* const memory = places.AlignedWorkspace();
    OperandData data = DataAt(places);
    if (load != nullptr) {
      RunMove(*load, data[0], memory);
      data[0] = memory;
    }
    const ScanRun run{&plan, data, shape, memory + CastBytes()};
    multiplies ? RunProductScan(run, of_integers) : RunScan(run, of_integers);
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
    if (plan.elements == 0) return;
    visit({load != nullptr ? *load : plan, 0, slot_of[0], false});
    visit({plan, 1, slot_of[1], true});
  }
  void AddDetails(Details& details) const override { AddPlan("scan", details); }
};
static_assert(Executor::FitsRoom<ScanComputation>());

int64_t Product(std::span<const int64_t> extents) {
  return std::accumulate(extents.begin(), extents.end(), int64_t{1}, std::multiplies<>());
}

ScanShape ShapeOf(const Dims& shape, int64_t dim) {
  if (shape.empty()) return {1, 1, 1};
  const size_t axis = *AxisAt(dim, shape);
  const std::span<const int64_t> all(shape.data(), shape.size());
  return {Product(all.first(axis)), shape[axis], Product(all.subspan(axis + 1))};
}

int64_t AxisIn(const Call& call) {
  const int argument = call.spec.work.at[kScannedAxis];
  const bool is_scalar = call.spec.arguments[argument].kind == ArgumentKind::kScalar;
  return is_scalar ? Truncated(call.NumberAt(argument)) : call.At(argument).integer;
}

void PlanComputation(const Call& call, Executor& executor) {
  auto& made = executor.Make<ScanComputation>();
  const int8_t terms = call.spec.operands_at[0], sums = call.spec.results_at[0];
  const Tensor &self = call.TensorAt(terms), &out = call.TensorAt(sums);
  made.slot_of[0] = terms;
  made.slot_of[1] = sums;
  made.of_integers = ClassOf(out.dtype) != DtypeClass::kFloat;
  made.multiplies = call.spec.work.options[kMultiplies] != 0;
  OperandView views[] = {ViewIn(self, self.shape), ViewIn(out, out.shape)};
  if (self.extent.elements > 0) {  // other axes may have more elements than can be counted
    made.shape = ShapeOf(self.shape, AxisIn(call));
  }
  if (made.of_integers && ClassOf(self.dtype) == DtypeClass::kFloat) {
    OperandView casts[] = {views[0], {out.dtype, ContiguousStrides(self.shape)}};
    for (int64_t& stride : casts[1].byte_strides) stride *= DtypeBytes(out.dtype);
    made.load = std::make_unique<Plan>(PlanInOrder(self.shape, casts, 1));
    views[0] = casts[1];
  }
  made.plan = PlanInOrder(self.shape, views, 1);
  executor.workspace_size = WorkspaceFor(made.WorkspaceBytes());
  executor.SetWeight(made.plan.elements, kScanCost);
}

bool MayBeOne(const OpSpec& /*spec*/, int /*output*/, int /*input*/) { return false; }

}  // namespace

constinit const Kind kScanKind = OnCpusAlone(
    {.name = "scan", .cuts = Cuts::kNone, .plan = PlanComputation, .may_be_one = MayBeOne});

}  // namespace openaclnn
