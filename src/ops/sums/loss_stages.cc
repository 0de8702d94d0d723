#include "ops/sums/loss_stages.h"

#include <array>

#include "kinds/elementwise/plan.h"
#include "kinds/moves/plan.h"
#include "kinds/reduction/plan.h"
#include "tensor/broadcast.h"

namespace openaclnn {

const Kernel* DivKernel();

namespace {

Dims ShapeOf(std::span<const Value> inputs) {
  Dims shape;
  for (const Value& input : inputs) shape = *Broadcast(shape, input->shape);
  return shape;
}

}  // namespace

void AddLosses(StageList& list, const Losses& losses) {
  if (losses.reduction == kEachLoss) {
    return list.Add(PlanFormulaInDouble(losses.kernel, losses.inputs, losses.out, losses.params));
  }
  const Dims shape = ShapeOf(losses.inputs);
  const Value terms = list.Temporary(ACL_DOUBLE, shape);
  list.Add(PlanFormulaInDouble(losses.kernel, losses.inputs, terms, losses.params));
  const bool divides = losses.reduction == kBatchMean;
  const Value sum = divides ? list.Temporary(ACL_DOUBLE, {}) : losses.out;
  list.Add(PlanSums({.terms = terms,
                     .axes = {},
                     .dtype = ACL_DOUBLE,
                     .averages = losses.reduction == kMeanLoss,
                     .sums = sum}));
  if (!divides) return;
  const Value count = list.Temporary(ACL_DOUBLE, {});
  list.Add(PlanFill(CountOf(kBatchMean, shape), count));
  list.Add(PlanFormulaInDouble(DivKernel(), std::array{sum, count}, losses.out));
}

double CountOf(int64_t reduction, const Dims& shape) {
  if (reduction == kBatchMean) return shape.empty() ? 1 : static_cast<double>(shape[0]);
  double count = 1;
  for (const int64_t extent : shape) count *= static_cast<double>(extent);
  return reduction == kMeanLoss ? count : 1;
}

Value GivenOrOne(const Call& call, StageList& list, int argument) {
  if (call.IsGiven(argument)) return list.Given(argument);
  const Value one = list.Temporary(ACL_DOUBLE, {});
  list.Add(PlanFill(1, one));
  return one;
}

}  // namespace openaclnn
