#include "kinds/product/launch.h"

#include "base/ceil_div.h"
#include "cuda/launch.h"
#include "cuda/sum_arguments.h"

namespace openaclnn {
namespace {

constexpr size_t kN = 1, kM = 2, kBatches = 3;  // axes of the plan

// From so many threads on, those that have several results each are enough.
constexpr int64_t kManyThreads = int64_t{1} << 14;

int64_t CountBatches(const Plan& plan) {
  int64_t batches = 1;
  for (size_t axis = kBatches; axis < plan.axes.size(); ++axis) batches *= plan.axes[axis].extent;
  return batches;
}

// Those of `side` by `side` results.
int64_t CountTiles(const Plan& plan, int64_t side) {
  return CountBatches(plan) * CeilDiv(plan.axes[kM].extent, side) *
         CeilDiv(plan.axes[kN].extent, side);
}

bool TakesTiles(const Plan& plan) {
  return plan.axes[kM].extent >= kSideOfTile && plan.axes[kN].extent >= kSideOfTile &&
         CountTiles(plan, kSideOfTile) >= kManyThreads;
}

}  // namespace

Status FindProduct(const Plan& plan, Queue& queue, const DeviceCode*& code) {
  return queue.FindCode(TakesTiles(plan) ? "openaclnn_multiply_tiles" : "openaclnn_multiply", code);
}

Status LaunchProduct(const ProductRun& run, const DeviceCode* code, Queue& queue) {
  const Plan& plan = *run.plan;
  ProductArgument argument{};
  argument.plan = WalkOf(plan, run.data);
  argument.alpha = run.alpha;
  argument.beta = run.beta;
  argument.adds = plan.num_operands == 4 && run.beta != 0;
  argument.batches = CountBatches(plan);
  return queue.Run(code, argument, CountTiles(plan, TakesTiles(plan) ? kSideOfTile : 1));
}

}  // namespace openaclnn
