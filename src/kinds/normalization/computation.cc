// Plans, runs and launches.
#include <algorithm>
#include <initializer_list>
#include <memory>
#include <utility>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "cpu/term_order.h"
#include "cuda/launch.h"
#include "kinds/normalization/norm_argument.h"
#include "kinds/normalization/operands.h"
#include "kinds/normalization/plan.h"
#include "kinds/normalization/run.h"
#include "kinds/planned.h"
#include "kinds/reduction/launch.h"

namespace openaclnn {
namespace {

enum class NormWork : uint8_t { kNormalise, kGradients, kColumns };

class NormComputation final : public PlannedComputation {
 public:
  NormWork work;
  LoopType loop;
  NormShape shape;
  double eps = 0;
  bool is_of_rms = false;
  double weight_plus = -0.0;
  // Slots.
  int32_t weight = kNoSlot, bias = kNoSlot, mean = kNoSlot, rstd = kNoSlot, products = kNoSlot,
          grads = kNoSlot;
  Plan of_columns, of_rows, of_sums;  // walk what is at these

  uint64_t WorkspaceBytes() const {
    if (!AddsColumns() || shape.Elements() == 0) return 0;
    const int64_t partials =
        ComputesOnGpu() ? 2 * CountBlocks() * shape.columns : NormPartials(shape);
    return static_cast<uint64_t>(partials) * sizeof(double);
  }

  void Run(const Places& places) const override {
    const NormColumnsRun columns{.plan = &plan,
                                 .data = DataAt(places),
                                 .shape = shape,
                                 .mean = ElementsAt<double>(places, mean),
                                 .rstd = ElementsAt<double>(places, rstd),
                                 .partials = reinterpret_cast<double*>(places.AlignedWorkspace()),
                                 .products = ElementsAt<double>(places, products),
                                 .grads = ElementsAt<double>(places, grads)};
    if (work == NormWork::kColumns) return RunNormColumns(columns, loop);
    const NormRun run{.plan = &plan,
                      .data = DataAt(places),
                      .shape = shape,
                      .eps = eps,
                      .weight = ElementsAt<float>(places, weight),
                      .bias = ElementsAt<float>(places, bias),
                      .mean = ElementsAt<double>(places, mean),
                      .rstd = ElementsAt<double>(places, rstd),
                      .is_of_rms = is_of_rms,
                      .weight_plus = weight_plus};
    if (work == NormWork::kNormalise) return RunNormalise(run, loop);
    AddsColumns() ? RunNormAllGradients(columns, run, loop) : RunNormGradients(run, loop);
  }

  bool HasDeviceCode() const override { return !is_of_rms; }
  bool HasWork() const override {
    if (AddsColumns()) return shape.columns > 0;
    if (work == NormWork::kGradients) return shape.Elements() > 0;
    return shape.rows > 0 && (shape.columns > 0 || mean != kNoSlot || rstd != kNoSlot);
  }
  Status FindCode(const Places& /*places*/, Queue& queue, DeviceCodes& codes) const override {
    auto& found = codes.Make<Codes>();
    if (AddsColumns()) {
      OPENACLNN_RETURN_IF_ERROR(queue.FindCode("openaclnn_normalise_columns", found.columns));
      OPENACLNN_RETURN_IF_ERROR(FindPartialSums(queue, found.parts));
    }
    if (work == NormWork::kColumns) return {};
    return queue.FindCode(
        work == NormWork::kNormalise ? "openaclnn_normalise" : "openaclnn_normalise_gradients",
        found.rows);
  }
  // Sums come first, as the gradients may take the place of what they read.
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override {
    const auto& found = codes.Get<Codes>();
    NormArgument argument{};
    argument.walk = WalkOf(plan, DataAt(places));
    argument.rows = shape.rows;
    argument.columns = shape.columns;
    argument.eps = eps;
    argument.has_results = plan.num_outputs > 0;
    argument.weight = AddressAt(places, weight);
    argument.bias = AddressAt(places, bias);
    argument.mean = AddressAt(places, mean);
    argument.rstd = AddressAt(places, rstd);
    if (AddsColumns()) OPENACLNN_RETURN_IF_ERROR(LaunchColumns(argument, places, found, queue));
    if (work == NormWork::kColumns || shape.rows == 0) return {};
    return queue.Run(found.rows, argument, shape.rows * kThreadsOfRow);
  }

  void ForEachAccess(const AccessVisitor& visit) const override {
    PlannedComputation::ForEachAccess(visit);
    const auto visit_if = [&](const Plan& walk, int32_t slot, bool writes) {
      if (slot != kNoSlot && walk.elements > 0) visit({walk, 0, slot, writes});
    };
    visit_if(of_columns, weight, false);
    visit_if(of_columns, bias, false);
    visit_if(of_rows, mean, work == NormWork::kNormalise);
    visit_if(of_rows, rstd, work == NormWork::kNormalise);
    visit_if(of_sums, products, true);
    visit_if(of_sums, grads, true);
  }
  void AddDetails(Details& details) const override { AddPlan(NameOf(loop), details); }

 private:
  struct Codes {
    const DeviceCode* rows;
    const DeviceCode* columns;
    const DeviceCode* parts;
  };

  bool AddsColumns() const { return products != kNoSlot; }

  Status LaunchColumns(NormArgument argument, const Places& places, const Codes& codes,
                       Queue& queue) const {
    std::byte* const partials = places.AlignedWorkspace();
    argument.partials = reinterpret_cast<uintptr_t>(partials);
    argument.adds_grads = grads != kNoSlot;
    if (shape.rows > 0) {
      OPENACLNN_RETURN_IF_ERROR(queue.Run(codes.columns, argument, CountBlocks() * shape.columns));
    }
    const int64_t bytes = CountBlocks() * shape.columns * int64_t{sizeof(double)};
    OPENACLNN_RETURN_IF_ERROR(AddBlocks(partials, places.First(products), codes.parts, queue));
    if (grads == kNoSlot) return {};
    return AddBlocks(partials + bytes, places.First(grads), codes.parts, queue);
  }

  Status AddBlocks(std::byte* partials, std::byte* sums, const DeviceCode* code,
                   Queue& queue) const {
    return LaunchPartialSums({.numbers = partials,
                              .outer = 1,
                              .parts = CountBlocks(),
                              .columns = shape.columns,
                              .store = &of_sums,
                              .sums = sums},
                             code, queue);
  }
  int64_t CountBlocks() const { return CeilDiv(shape.rows, kRowsOfBlock); }
  static uint64_t AddressAt(const Places& places, int32_t slot) {
    return slot == kNoSlot ? 0 : reinterpret_cast<uintptr_t>(places.First(slot));
  }
};

// `values`: x, grad if there is one, and what is written.
std::unique_ptr<NormComputation> PlanRows(NormWork work, const NormShape& shape, int num_outputs,
                                          std::initializer_list<Value> values) {
  auto made = std::make_unique<NormComputation>();
  made->work = work;
  made->shape = shape;
  PlanWalk(*made, made->loop, num_outputs, values);
  made->of_columns = made->of_rows = made->of_sums = {};
  return made;
}

Stage StageOf(std::unique_ptr<NormComputation> made, bool in_place) {
  const uint64_t workspace = made->WorkspaceBytes();
  const int64_t elements = made->plan.elements;
  return {std::move(made), workspace, elements, kNormCost, in_place};
}

}  // namespace

Stage PlanNormalise(const NormaliseInputs& inputs) {
  auto made = PlanRows(NormWork::kNormalise, inputs.shape, 1, {inputs.x, inputs.out});
  made->eps = inputs.eps;
  made->is_of_rms = inputs.is_of_rms;
  made->weight_plus = inputs.weight_plus;
  PlanDenseOnes(inputs.weight, false, made->weight, made->of_columns);
  PlanDenseOnes(inputs.bias, false, made->bias, made->of_columns);
  PlanDenseOnes(inputs.mean, true, made->mean, made->of_rows);
  PlanDenseOnes(inputs.rstd, true, made->rstd, made->of_rows);
  return StageOf(std::move(made), true);
}

Stage PlanNormGradients(const NormGradientsInputs& inputs) {
  auto made = PlanRows(NormWork::kGradients, inputs.shape, 1, {inputs.x, inputs.grad, inputs.out});
  made->is_of_rms = inputs.is_of_rms;
  PlanDenseOnes(inputs.weight, false, made->weight, made->of_columns);
  PlanDenseOnes(inputs.mean, false, made->mean, made->of_rows);
  PlanDenseOnes(inputs.rstd, false, made->rstd, made->of_rows);
  PlanDenseOnes(inputs.products, true, made->products, made->of_sums);
  PlanDenseOnes(inputs.grads, true, made->grads, made->of_sums);
  return StageOf(std::move(made), true);
}

Stage PlanNormColumns(const NormColumnsInputs& inputs) {
  auto made = PlanRows(NormWork::kColumns, inputs.shape, 0, {inputs.x, inputs.grad});
  made->is_of_rms = !inputs.mean;
  PlanDenseOnes(inputs.mean, false, made->mean, made->of_rows);
  PlanDenseOnes(inputs.rstd, false, made->rstd, made->of_rows);
  PlanDenseOnes(inputs.products, true, made->products, made->of_sums);
  PlanDenseOnes(inputs.grads, true, made->grads, made->of_sums);
  return StageOf(std::move(made), false);
}

bool TakesRows(std::initializer_list<const Tensor*> tensors, int64_t columns) {
  if (columns <= kLongestGatheredRow) return true;
  const aclDataType first = (*tensors.begin())->dtype;
  return std::ranges::all_of(tensors, [first](const Tensor* tensor) {
    return tensor->extent.contiguous && tensor->dtype == first;
  });
}

}  // namespace openaclnn
