#include "kinds/reduction/run.h"

#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/dtype.h"
#include "cuda/launch.h"
#include "engine/call.h"
#include "engine/executor.h"
#include "kinds/moves/launch.h"
#include "kinds/moves/run_move.h"
#include "kinds/operands.h"
#include "kinds/planned.h"
#include "kinds/reduction/launch.h"
#include "kinds/reduction/plan.h"
#include "kinds/reduction/spec.h"

namespace openaclnn {
namespace {

class ReductionComputation final : public PlannedComputation {
 public:
  LoopType loop;
  ReductionShape shape;
  bool averages;
  TermWay way;
  double power;
  bool casts;    // elements are converted into the workspace before they are summed
  Plan load;     // walks them there and here, if so
  Plan store;    // walks the sums
  int32_t sums;  // the slot of these

  // The part of the workspace that holds what was converted.
  uint64_t CastBytes() const {
    if (!casts) return 0;
    return InLines(static_cast<uint64_t>(plan.elements * DtypeBytes(plan.dtype[0])));
  }
  uint64_t WorkspaceBytes() const {
    if (plan.elements == 0) return 0;
    const int64_t partials =
        ComputesOnGpu() ? GpuReductionPartials(shape) : ReductionPartials(shape);
    return CastBytes() + static_cast<uint64_t>(partials) * sizeof(double);
  }

  void Run(const Places& places) const override {
    if (casts && plan.elements > 0) {
      RunMove(load, places.First(slot_of[0]), places.AlignedWorkspace());
    }
    RunReduction(RunOf(places), loop);
  }

  bool HasDeviceCode() const override { return way == TermWay::kSum; }
  bool HasWork() const override { return store.elements > 0; }  // sums of nothing are 0
  Status FindCode(const Places& /*places*/, Queue& queue, DeviceCodes& codes) const override {
    auto& found = codes.Make<Codes>();
    if (casts) OPENACLNN_RETURN_IF_ERROR(queue.FindCode(kMoveKernel, found.move));
    return FindReduction(shape, loop, queue, found.sums);
  }
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override {
    const auto& found = codes.Get<Codes>();
    if (casts) {
      const OperandData data = {places.First(slot_of[0]), places.AlignedWorkspace()};
      OPENACLNN_RETURN_IF_ERROR(LaunchPlan({found.move, {}}, load, data, queue));
    }
    return LaunchReduction(RunOf(places), found.sums, queue);
  }

  void ForEachAccess(const AccessVisitor& visit) const override {
    if (plan.elements > 0) visit({casts ? load : plan, 0, slot_of[0], false});
    if (store.elements > 0) visit({store, 0, sums, true});
  }
  void AddDetails(Details& details) const override { AddPlan(NameOf(loop), details); }

 private:
  struct Codes {
    const DeviceCode* move;
    ReductionKernels sums;
  };

  ReductionRun RunOf(const Places& places) const {
    std::byte* const memory = places.AlignedWorkspace();
    return {.plan = &plan,
            .elements = casts ? memory : places.First(slot_of[0]),
            .store = &store,
            .sums = places.First(sums),
            .shape = shape,
            .averages = averages,
            .way = way,
            .power = power,
            .partials = memory + CastBytes()};
  }
};
static_assert(Executor::FitsRoom<ReductionComputation>());

// The loops follow from the dtype of the sums, to which elements are cast unless they become of it
// without loss.
LoopType LoopForSums(aclDataType from, aclDataType sum) {
  if (ClassOf(sum) != DtypeClass::kFloat) return LoopType::kInt64;
  switch (from) {
    case ACL_FLOAT:
      return LoopType::kFloat;
    case ACL_FLOAT16:
      return LoopType::kFloat16;
    case ACL_BF16:
      return LoopType::kBfloat16;
    default:
      return LoopType::kDouble;
  }
}

// Whether a sum is that of elements that were cast to its dtype first: integers of floats, and
// which elements are not 0. Where integers are cast to integers the low bits of a sum are the same
// without, but not those of an average.
bool CastsFirst(aclDataType from, aclDataType sum, bool averages) {
  if (ClassOf(sum) == DtypeClass::kFloat) return false;
  if (ClassOf(from) == DtypeClass::kFloat || (sum == ACL_BOOL && from != ACL_BOOL)) return true;
  const IntegerRange given = RangeOfIntegers(from), held = RangeOfIntegers(sum);
  return averages && (given.lowest < held.lowest || given.highest > held.highest);
}

void PlanInto(const SumsInputs& inputs, ReductionComputation& made) {
  const Tensor& terms = *inputs.terms.tensor;
  const aclDataType sum = inputs.dtype;
  made.loop = LoopForSums(terms.dtype, sum);
  made.averages = inputs.averages;
  made.way = inputs.way;
  made.power = inputs.power;
  made.casts = CastsFirst(terms.dtype, sum, made.averages);
  made.slot_of[0] = inputs.terms.slot;
  made.sums = inputs.sums.slot;

  Dims shape, strides;
  made.shape = ReducedAs(terms, inputs.axes, inputs.sums->extent.elements, shape, strides);
  OperandView views[2] = {ViewBy(terms, strides)};
  if (made.casts) {
    views[1] = {sum, ContiguousStrides(shape)};
    for (int64_t& stride : views[1].byte_strides) stride *= DtypeBytes(sum);
    made.load = PlanInOrder(shape, views, 1);
    views[0] = views[1];
  }
  made.plan = PlanInOrder(shape, std::span(views, 1), 0);
  PlanAlone(*inputs.sums.tensor, 1, made.store);
  if (made.loop == LoopType::kInt64) made.store.wraps_to = sum;
}

// The dtype that an argument names, or that of the result.
aclDataType DtypeOf(const Call& call, const Tensor& result) {
  const int8_t at = call.spec.work.at[kSumDtype];
  return at >= 0 ? call.At(at).dtype : result.dtype;
}

// The order of a norm. Some say INT_MAX and INT_MIN, or the floats next to them, for infinities.
double OrderOf(const Call& call) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const int8_t at = call.spec.work.at[kNormOrder];
  if (at < 0) return 0;
  const double order = ExactOf(call.At(at)).nearest;
  if (order == 0x1p31 - 1 || order == 0x1p31) return kInfinity;
  return order == -0x1p31 ? -kInfinity : order;
}

TermWay WayOf(const Call& call) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (call.spec.work.at[kNormOrder] < 0) {
    return static_cast<TermWay>(call.spec.work.options[kTermWay]);
  }
  const double order = OrderOf(call);
  if (order == 0) return TermWay::kCount;
  if (order == 1) return TermWay::kSizes;
  if (order == 2) return TermWay::kSquares;
  if (order == kInfinity) return TermWay::kLargest;
  return order == -kInfinity ? TermWay::kSmallest : TermWay::kPowers;
}

void PlanComputation(const Call& call, Executor& executor) {
  auto& made = executor.Make<ReductionComputation>();
  const int8_t terms = call.spec.operands_at[0], sums = call.spec.results_at[0];
  PlanInto({.terms = {&call.TensorAt(terms), terms},
            .axes = ReducedAxesOf(call),
            .dtype = DtypeOf(call, call.TensorAt(sums)),
            .averages = call.spec.work.options[kAverages] != 0,
            .way = WayOf(call),
            .power = OrderOf(call),
            .sums = {&call.TensorAt(sums), sums}},
           made);
  executor.workspace_size = WorkspaceFor(made.WorkspaceBytes());
  executor.SetWeight(made.plan.elements, kReductionCost);
}

bool MayBeOne(const OpSpec& /*spec*/, int /*output*/, int /*input*/) { return false; }

}  // namespace

Stage PlanSums(const SumsInputs& inputs) {
  auto made = std::make_unique<ReductionComputation>();
  PlanInto(inputs, *made);
  const uint64_t workspace = made->WorkspaceBytes();
  const int64_t elements = made->plan.elements;
  return {std::move(made), workspace, elements, kReductionCost};
}

static constexpr Kind kReduction = {
    .name = "reduction", .cuts = Cuts::kNone, .plan = PlanComputation, .may_be_one = MayBeOne};
constinit const Kind kReductionKind = kReduction;
constinit const Kind kReductionOnCpusKind = OnCpusAlone(kReduction);

}  // namespace openaclnn
