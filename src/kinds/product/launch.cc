#include "kinds/product/launch.h"

#include "base/ceil_div.h"
#include "cuda/launch.h"
#include "cuda/sum_arguments.h"

namespace openaclnn {
namespace {

constexpr size_t kN = 1, kM = 2, kBatches = 3;  // axes of the plan

// From so many threads on, those that have several results each are enough.
constexpr int64_t kManyThreads = int64_t{1} << 14;

// Those of `side` by `side` results.
int64_t CountTiles(const ProductRun& run, int64_t side) {
  const Plan& plan = *run.plan;
  return (run.sums_batches ? 1 : CountBatches(plan)) * CeilDiv(plan.axes[kM].extent, side) *
         CeilDiv(plan.axes[kN].extent, side);
}

bool TakesTiles(const ProductRun& run) {
  const Plan& plan = *run.plan;
  return plan.axes[kM].extent >= kSideOfTile && plan.axes[kN].extent >= kSideOfTile &&
         CountTiles(run, kSideOfTile) >= kManyThreads;
}

}  // namespace

int64_t CountBatches(const Plan& plan) {
  int64_t batches = 1;
  for (size_t axis = kBatches; axis < plan.axes.size(); ++axis) batches *= plan.axes[axis].extent;
  return batches;
}

Status FindProduct(const ProductRun& run, Queue& queue, const DeviceCode*& code) {
  if (run.numbers != nullptr) return queue.FindCode("openaclnn_multiply_numbers", code);
  return queue.FindCode(TakesTiles(run) ? "openaclnn_multiply_tiles" : "openaclnn_multiply", code);
}

Status LaunchProduct(const ProductRun& run, const DeviceCode* code, Queue& queue) {
  const Plan& plan = *run.plan;
  const int64_t count = CountBatches(plan);
  ProductArgument argument{};
  argument.plan = WalkOf(plan, run.data);
  argument.alpha = run.alpha;
  argument.beta = run.beta;
  argument.adds = plan.num_operands == 4 && run.beta != 0;
  argument.batches = run.sums_batches ? 1 : count;
  argument.added = run.sums_batches ? count : 1;
  if (run.numbers != nullptr) {
    const NumbersOfProduct& numbers = *run.numbers;
    argument.adds_integers = numbers.AddsIntegers();
    argument.gives_integers = numbers.GivesIntegers();
    argument.sum = static_cast<uint8_t>(numbers.sum);
    argument.result = static_cast<uint8_t>(numbers.result);
    argument.integer_alpha = numbers.alpha;
    argument.integer_beta = numbers.beta;
    return queue.Run(code, argument, CountTiles(run, 1));
  }
  return queue.Run(code, argument, CountTiles(run, TakesTiles(run) ? kSideOfTile : 1));
}

}  // namespace openaclnn
