#include "ops/sums/norm_stages.h"

#include "kinds/moves/plan.h"

namespace openaclnn {

NormShape RowsOf(const Dims& shape, size_t last) {
  NormShape rows = {1, 1};
  for (size_t i = 0; i < shape.size(); ++i) {
    (i < shape.size() - last ? rows.rows : rows.columns) *= shape[i];
  }
  return rows;
}

std::optional<Value> DenseIfGiven(StageList& list, const Call& call, int argument,
                                  aclDataType dtype) {
  if (!call.IsGiven(argument)) return std::nullopt;
  return DenseAs(list, dtype, list.Given(argument));
}

Value Computed(StageList& list, const Kernel* kernel, std::span<const Value> inputs,
               const Dims& shape, std::array<double, Params::kMax> numbers) {
  const Value result = list.Temporary(ACL_DOUBLE, shape);
  Params params = {};
  params.d = numbers;
  list.Add(PlanFormulaInDouble(kernel, inputs, result, params));
  return result;
}

void AddNormalise(StageList& list, NormaliseInputs inputs) {
  const Value out = inputs.out;
  const bool takes_rows = TakesRows({inputs.x.tensor, out.tensor}, inputs.shape.columns);
  if (!takes_rows) {
    inputs.x = DenseAs(list, ACL_DOUBLE, inputs.x);
    inputs.out = list.Temporary(ACL_DOUBLE, out->shape);
  }
  list.Add(PlanNormalise(inputs));
  if (!takes_rows) list.Add(PlanMove(inputs.out, out));
}

void AddNormGradients(StageList& list, NormGradientsInputs inputs) {
  const Value out = inputs.out;
  const bool takes_rows =
      TakesRows({inputs.x.tensor, inputs.grad.tensor, out.tensor}, inputs.shape.columns);
  if (!takes_rows) {
    inputs.x = DenseAs(list, ACL_DOUBLE, inputs.x);
    inputs.grad = DenseAs(list, ACL_DOUBLE, inputs.grad);
    inputs.out = list.Temporary(ACL_DOUBLE, out->shape);
  }
  list.Add(PlanNormGradients(inputs));
  if (!takes_rows) list.Add(PlanMove(inputs.out, out));
}

}  // namespace openaclnn
