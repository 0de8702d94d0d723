#include "kinds/rows/run.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "engine/call.h"
#include "engine/executor.h"
#include "kinds/elementwise/launch.h"
#include "kinds/formula_loop.h"
#include "kinds/moves/launch.h"
#include "kinds/operands.h"
#include "kinds/planned.h"
#include "kinds/rows/launch.h"
#include "kinds/rows/plan.h"
#include "kinds/rows/spec.h"

namespace openaclnn {
namespace {

class RowsComputation final : public FormulaComputation {
 public:
  bool has_row_result;  // the last operand has a number for each row, and no more

  void Run(const Places& places) const override { RunRows(RunOf(places, DataAt(places)), loop); }

  bool HasWork() const override { return plan.elements > 0 || WritesEmpty(); }
  Status FindCode(const Places& /*places*/, Queue& queue, DeviceCodes& codes) const override {
    const DeviceCode*& code = codes.Make<const DeviceCode*>();
    if (WritesEmpty()) return queue.FindCode(kFillKernel, code);
    return FindFormula(*kernel, {}, loop, queue, code, "RowsArgument");
  }
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override {
    OperandData data;
    OPENACLNN_RETURN_IF_ERROR(DataOn(queue, places, data));
    return LaunchRows(RunOf(places, data), codes.Get<const DeviceCode*>(), queue);
  }

  void ForEachAccess(const AccessVisitor& visit) const override {
    for (int k = 0; k < plan.num_operands; ++k) {
      const bool is_of_rows = has_row_result && k == plan.num_operands - 1;
      const int64_t elements = is_of_rows ? CountRows(plan) : plan.elements;
      if (elements > 0) visit({plan, k, slot_of[k], IsOutput(k)});
    }
  }

 private:
  bool WritesEmpty() const { return WritesEmptyRows(plan, has_row_result); }
  RowsRun RunOf(const Places& places, const OperandData& data) const {
    return {.plan = &plan,
            .data = data,
            .kernel = kernel,
            .has_row_result = has_row_result,
            .chunks = reinterpret_cast<RowNumbers*>(places.AlignedWorkspace())};
  }
};
static_assert(Executor::FitsRoom<RowsComputation>());

// The number of each row is the last operand.
void PlanWalk(const Call& call, Operands& operands, RowsComputation& made) {
  const Dims& shape = call.FirstResult().shape;
  const size_t axis = *AxisAt(call.IntegerAt(call.spec.axis_at, -1), shape);
  std::array<OperandView, kMaxOperands> views;
  for (int k = 0; k < operands.count; ++k) {
    const Tensor& tensor = operands[k];
    if (operands.slots[k] != call.spec.work.at[kRowResult]) {
      views[k] = ViewIn(tensor, shape);
      continue;
    }
    views[k] = ViewIn(tensor, tensor.shape);
    views[k].byte_strides.insert(views[k].byte_strides.begin() + static_cast<long>(axis), 0);
  }
  const auto used = std::span(views).first(static_cast<size_t>(operands.count));
  made.plan = PlanRows(shape, used, operands.num_results, axis);
}

void PlanComputation(const Call& call, Executor& executor) {
  auto& made = executor.Make<RowsComputation>();
  const FormulaLoop loop = ChooseLoop(call);
  made.kernel = loop.kernel;
  made.loop = loop.type;
  Operands operands = OperandsOf(call, loop.type, executor.slots);
  const int8_t row_result = call.spec.work.at[kRowResult];
  made.has_row_result = row_result >= 0;
  if (made.has_row_result) {
    operands.Add(row_result, call.TensorAt(row_result));
    ++operands.num_results;
  }
  made.slot_of = operands.slots;
  if (!call.AsksForNothing()) PlanWalk(call, operands, made);
  SetConversions(call, loop, made.plan);
  if (made.plan.elements > 0) {
    const int64_t chunks = ComputesOnGpu() ? RowChunksOnGpu(made.plan) : RowChunks(made.plan);
    executor.workspace_size = WorkspaceFor(static_cast<uint64_t>(chunks) * sizeof(RowNumbers));
  }
  executor.SetWeight(made.plan.elements, made.kernel->cost);
}

}  // namespace

Stage PlanRowsInDouble(const Kernel* kernel, std::span<const Value> inputs, const Value& result) {
  auto made = std::make_unique<RowsComputation>();
  made->kernel = kernel;
  made->loop = LoopType::kDouble;
  made->has_row_result = false;
  Operands operands;
  for (const Value& input : inputs) operands.Add(input.slot, *input.tensor);
  operands.Add(result.slot, *result.tensor);
  made->slot_of = operands.slots;
  const Dims& shape = result->shape;
  std::array<OperandView, kMaxOperands> views;
  for (int k = 0; k < operands.count; ++k) views[k] = ViewIn(operands[k], shape);
  made->plan = PlanRows(shape, std::span(views).first(static_cast<size_t>(operands.count)), 1,
                        shape.size() - 1);
  for (size_t k = 0; k < inputs.size(); ++k) made->plan.origin[k] += inputs[k].origin;
  made->plan.origin[inputs.size()] += result.origin;
  const int64_t elements = made->plan.elements;
  uint64_t workspace = 0;
  if (elements > 0) {
    const int64_t chunks = ComputesOnGpu() ? RowChunksOnGpu(made->plan) : RowChunks(made->plan);
    workspace = static_cast<uint64_t>(chunks) * sizeof(RowNumbers);
  }
  return {.computation = std::move(made),
          .workspace = workspace,
          .elements = elements,
          .cost = kernel->cost};
}

constinit const Kind kRowsKind = {.name = "rows", .cuts = Cuts::kByRow, .plan = PlanComputation};

}  // namespace openaclnn
