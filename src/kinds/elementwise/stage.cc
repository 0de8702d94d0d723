#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "kinds/elementwise/computation.h"
#include "kinds/elementwise/plan.h"
#include "kinds/operands.h"

namespace openaclnn {
namespace {

void PlanValues(std::span<const Value> inputs, const Value& result, ElementwiseComputation& made) {
  Operands operands;
  for (const Value& input : inputs) operands.Add(input.slot, *input.tensor);
  operands.Add(result.slot, *result.tensor);
  made.slot_of = operands.slots;
  std::array<OperandView, kMaxOperands> views;
  for (int k = 0; k < operands.count; ++k) views[k] = ViewIn(operands[k], result->shape);
  made.plan = PlanElementwise(result->shape,
                              std::span(views).first(static_cast<size_t>(operands.count)), 1);
  for (size_t k = 0; k < inputs.size(); ++k) made.plan.origin[k] += inputs[k].origin;
  made.plan.origin[inputs.size()] += result.origin;
}

Stage PlanFormula(const Kernel* kernel, LoopType loop, std::span<const Value> inputs,
                  const Value& result, const Params& params) {
  auto made = std::make_unique<ElementwiseComputation>();
  made->kernel = kernel;
  made->loop = loop;
  made->params = params;
  PlanValues(inputs, result, *made);
  const int64_t elements = made->plan.elements;
  return {std::move(made), 0, elements, kernel->cost, true};
}

LoopType LoopOf(std::span<const Value> inputs, const Value& result) {
  const aclDataType dtype = result->dtype;
  const bool are_alike =
      std::ranges::all_of(inputs, [dtype](const Value& v) { return v->dtype == dtype; });
  if (are_alike && dtype == ACL_FLOAT) return LoopType::kFloat;
  if (are_alike && dtype == ACL_BF16) return LoopType::kBfloat16;
  if (are_alike && dtype == ACL_FLOAT16) return LoopType::kFloat16;
  return LoopType::kDouble;
}

}  // namespace

Stage PlanFormulaInDouble(const Kernel* kernel, std::span<const Value> inputs, const Value& result,
                          const Params& params) {
  return PlanFormula(kernel, LoopType::kDouble, inputs, result, params);
}

Stage PlanFormulaInFloat(const Kernel* kernel, std::span<const Value> inputs, const Value& result) {
  return PlanFormula(kernel, LoopType::kFloat, inputs, result, {});
}

Stage PlanFormulaInIntegers(const Kernel* kernel, std::span<const Value> inputs,
                            const Value& result) {
  return PlanFormula(kernel, LoopType::kInt64, inputs, result, {});
}

Stage PlanFormulaOf(const Kernel* kernel, std::span<const Value> inputs, const Value& result) {
  return PlanFormula(kernel, LoopOf(inputs, result), inputs, result, {});
}

}  // namespace openaclnn
