#include <array>
#include <span>

#include "base/dtype.h"
#include "kinds/channels/computation.h"
#include "kinds/formula_loop.h"
#include "kinds/operands.h"

namespace openaclnn {
namespace {

// The values of channels are read as dense elements of the loop's type, in their order. Where there
// are sums, those who make them know where the values lie, and the plan says nothing of them.
void PlanElements(const Operands& operands, const Dims& shape, int64_t elements,
                  ChannelsComputation& made) {
  const bool are_walked = !made.HasSums() && made.load.elements != 1;
  if (!are_walked && PlanDense(operands, shape, elements, false, made.plan)) return;
  std::array<OperandView, kMaxOperands> views;
  for (int k = 0; k < operands.count; ++k) {
    if (k != made.channels.operand) views[k] = ViewIn(operands[k], shape);
  }
  OperandView& values = views[made.channels.operand];
  values = {DtypeOf(made.loop), Dims(shape.size(), 0)};
  if (are_walked && made.load.elements > 1) values.byte_strides[1] = DtypeBytes(values.dtype);
  const auto used = std::span(views).first(static_cast<size_t>(operands.count));
  const auto plan = made.HasSums() ? PlanInOrder : PlanElementwise;
  made.plan = plan(shape, used, operands.num_results);
}

SumShape SumShapeOf(const Dims& shape, int64_t elements, int64_t values) {
  if (values == 1) return {1, 1, elements};
  const int64_t outer = shape[0], per_inner = outer * shape[1];
  return {outer, shape[1], elements == 0 ? 0 : elements / per_inner};
}

void PlanComputation(const Call& call, Executor& executor) {
  auto& made = executor.Make<ChannelsComputation>();
  const OpSpec& spec = call.spec;
  const FormulaLoop loop = ChooseLoop(call);
  made.kernel = loop.kernel;
  made.loop = loop.type;
  SetParams(call, loop, made.params);

  Operands operands = OperandsOf(call, loop.type, executor.slots);
  made.slot_of = operands.slots;
  for (int k = 0; k < operands.count; ++k) {
    if (operands.slots[k] != spec.work.at[kChannelOperand]) continue;
    made.channels.operand = static_cast<int8_t>(k);
    operands.tensors[k] = &OneOf(loop.type);
  }
  PlanAlone(call.TensorAt(spec.work.at[kChannelOperand]), 0, made.load);
  made.sums = spec.work.at[kChannelSums];
  if (made.HasSums()) PlanAlone(call.TensorAt(made.sums), 1, made.store);

  const Tensor& result = call.FirstResult();
  made.channels.shape = SumShapeOf(result.shape, result.extent.elements, made.load.elements);
  PlanElements(operands, result.shape, result.extent.elements, made);
  SetConversions(call, loop, made.plan);
  executor.workspace_size = WorkspaceFor(made.WorkspaceBytes());
  executor.SetWeight(made.plan.elements, made.kernel->cost);
}

}  // namespace

constinit const Kind kChannelsKind = {
    .name = "channels", .cuts = Cuts::kByElement, .plan = PlanComputation};

}  // namespace openaclnn
