#include "kinds/picks/launch.h"

#include <algorithm>

#include "cuda/launch.h"
#include "cuda/sum_arguments.h"

namespace openaclnn {
namespace {

constexpr size_t kClasses = 0, kRows = 1;

bool IsGradient(const Plan& plan) { return plan.num_outputs == 1; }

// The losses of all rows, and then their weights, are two sums.
ReductionShape SumsOf(const Plan& plan) {
  return {.outer = 2, .reduced = 1, .inner = plan.axes[kRows].extent, .along_rows = true};
}

}  // namespace

Status FindPicks(const Plan& plan, Queue& queue, PicksKernels& kernels) {
  if (IsGradient(plan)) return queue.FindCode("openaclnn_pick_gradients", kernels.picks);
  OPENACLNN_RETURN_IF_ERROR(queue.FindCode("openaclnn_pick_losses", kernels.picks));
  OPENACLNN_RETURN_IF_ERROR(queue.FindCode("openaclnn_finish_loss", kernels.finish));
  return FindReduction(SumsOf(plan), LoopType::kDouble, queue, kernels.sums);
}

uint64_t GpuPicksWorkspace(const Plan& plan, Reduced reduced) {
  if (IsGradient(plan) || reduced == Reduced::kNot) return 0;
  const ReductionShape sums = SumsOf(plan);
  const int64_t numbers = sums.Sums() * (sums.Terms() + 1) + GpuReductionPartials(sums);
  return static_cast<uint64_t>(numbers) * sizeof(double);
}

Status LaunchPicks(const PicksRun& run, const PicksKernels& kernels, std::byte* workspace,
                   Queue& queue) {
  const int64_t rows = run.plan->axes[kRows].extent, classes = run.plan->axes[kClasses].extent;
  PicksArgument argument{};
  argument.plan = WalkOf(*run.plan, run.data);
  argument.of_each = run.reduced == Reduced::kNot;
  argument.averages = run.reduced == Reduced::kAveraged;
  argument.ignored = run.ignored;
  if (IsGradient(*run.plan)) return queue.Run(kernels.picks, argument, rows * classes);
  if (argument.of_each) return queue.Run(kernels.picks, argument, std::max<int64_t>(1, rows));
  const ReductionShape shape = SumsOf(*run.plan);
  std::byte* const sums = workspace + 2 * rows * int64_t{sizeof(double)};
  argument.losses = reinterpret_cast<uintptr_t>(workspace);
  argument.sums = reinterpret_cast<uintptr_t>(sums);
  if (rows > 0) OPENACLNN_RETURN_IF_ERROR(queue.Run(kernels.picks, argument, rows));
  const Plan losses = DenseDoubles(2 * rows, 0), store = DenseDoubles(2, 1);
  const ReductionRun reduction{.plan = &losses,
                               .elements = workspace,
                               .store = &store,
                               .sums = sums,
                               .shape = shape,
                               .averages = false,
                               .partials = sums + 2 * sizeof(double)};
  OPENACLNN_RETURN_IF_ERROR(LaunchReduction(reduction, kernels.sums, queue));
  return queue.Run(kernels.finish, argument, 1);
}

}  // namespace openaclnn
