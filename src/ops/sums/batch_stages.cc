#include "ops/sums/batch_stages.h"

#include <utility>

namespace openaclnn {

Value ChannelsFirst(StageList& list, const Value& x) {
  Dims shape = x->shape, strides = x->strides;
  std::swap(shape[0], shape[1]);
  std::swap(strides[0], strides[1]);
  return list.Seen(x, shape, strides);
}

NormSegments RowsOfChannels(const Dims& shape) {
  return {.shape = RowsOf(shape, shape.size() - 1), .of_row = 1, .cycle = shape[0]};
}

void UpdateRunning(StageList& list, const Call& call, int argument, const Value& now,
                   double momentum, double factor) {
  if (!call.IsGiven(argument)) return;
  const Value running = list.Given(argument);
  Params params = {};
  params.d = {momentum, factor};
  list.Add(
      PlanFormulaInDouble(RunningStatisticKernel(), std::array{running, now}, running, params));
}

}  // namespace openaclnn
