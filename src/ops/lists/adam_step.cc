#include "ops/lists/adam_step.h"

#include "kinds/elementwise/plan.h"

namespace openaclnn {

const Kernel* FirstMomentKernel();
const Kernel* LargestMomentKernel();
const Kernel* PowScalarTensorKernel();
const Kernel* SecondMomentKernel();
const Kernel* StepDirectionKernel();
const Kernel* StepDivisorKernel();
const Kernel* SteppedKernel();
const Kernel* UnlessFoundKernel();

void AddInDouble(StageList& list, const Kernel* kernel, std::span<const Value> inputs,
                 const Value& to, std::array<double, Params::kMax> numbers) {
  Params params = {};
  params.d = numbers;
  list.Add(PlanFormulaInDouble(kernel, inputs, to, params));
}

// Each stage reads what the ones behind it replace.
void AddStepOfAdamW(StageList& list, const AdamStep& step) {
  const auto& [var, m, v, grad, largest, number, found, lr, beta1, beta2, decay, eps, maximize] =
      step;
  const auto replace = [&list, &step](const Kernel* kernel, std::span<const Value> inputs,
                                      const Value& to, std::array<double, Params::kMax> numbers) {
    if (!step.found) return AddInDouble(list, kernel, inputs, to, numbers);
    const Value next = list.Temporary(ACL_DOUBLE, to->shape);
    AddInDouble(list, kernel, inputs, next, numbers);
    AddInDouble(list, UnlessFoundKernel(), std::array{to, next, *step.found}, to);
  };
  const double sign = maximize ? -1 : 1;
  const Value power1 = list.Temporary(ACL_DOUBLE, {}), power2 = list.Temporary(ACL_DOUBLE, {});
  const Value divisor = list.Temporary(ACL_DOUBLE, var->shape);
  AddInDouble(list, PowScalarTensorKernel(), std::array{number}, power1, {beta1});
  AddInDouble(list, PowScalarTensorKernel(), std::array{number}, power2, {beta2});
  AddInDouble(list, StepDivisorKernel(), std::array{v, grad, power2, largest.value_or(v)}, divisor,
              {beta2, eps, largest ? 1.0 : 0.0});
  AddInDouble(list, StepDirectionKernel(), std::array{m, grad, power1, divisor}, divisor,
              {beta1, sign});
  replace(SteppedKernel(), std::array{var, divisor}, var, {lr, decay});
  if (largest) {
    replace(LargestMomentKernel(), std::array{*largest, v, grad}, *largest, {beta2});
  }
  replace(FirstMomentKernel(), std::array{m, grad}, m, {beta1, sign});
  replace(SecondMomentKernel(), std::array{v, grad}, v, {beta2});
}

}  // namespace openaclnn
