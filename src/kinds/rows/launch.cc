#include "kinds/rows/launch.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "cpu/term_order.h"
#include "cuda/argument.h"
#include "cuda/launch.h"

namespace openaclnn {
namespace {

using Step = RowsArgument::Step;

static_assert(kRowChunk == kTermsOfChunk);

constexpr int32_t kWarpLog2 = 5;
// With fewer threads most GPUs are not busy.
constexpr int64_t kManyThreads = 1 << 16;
// Elements of a row for each thread of its group, at least, where there are many rows.
constexpr int64_t kElementsOfThread = 4;

int64_t CountChunks(const Plan& plan) {
  const int64_t columns = plan.axes.empty() ? 0 : plan.axes[0].extent;
  return (columns + kRowChunk - 1) / kRowChunk;
}

Plan WithoutRows(const Plan& plan) {
  Plan outer = plan;
  outer.axes.erase(outer.axes.begin());
  outer.elements = CountRows(plan);
  return outer;
}

// Whether neighbouring rows lie side by side, rather than the elements of one.
bool LieAcross(const Plan& plan) {
  const auto output = static_cast<size_t>(plan.num_operands - plan.num_outputs);
  return plan.axes.size() > 1 &&
         std::abs(plan.axes[1].stride[output]) < std::abs(plan.axes[0].stride[output]);
}

// How many threads share each of the `units`, rows or chunks of rows, as a power of two: so many
// that neighbours read what lies side by side, and more where there are few.
int32_t GroupLog2(const Plan& plan, int64_t units) {
  const int64_t columns = std::min(plan.axes[0].extent, kRowChunk);
  const int64_t least = LieAcross(plan) ? 1 : columns / kElementsOfThread;
  int32_t log2 = 0;
  while (log2 < kWarpLog2 && (1 << log2) < columns &&
         ((1 << log2) < least || units << log2 < kManyThreads)) {
    ++log2;
  }
  return log2;
}

Status StoreZeros(const RowsRun& run, const DeviceCode* fill, Queue& queue) {
  const auto k = static_cast<size_t>(run.plan->num_operands - 1);
  Plan totals = WithoutRows(*run.plan);
  totals.dtype[0] = totals.dtype[k];
  totals.origin[0] = totals.origin[k];
  for (Axis& axis : totals.axes) axis.stride[0] = axis.stride[k];
  totals.num_operands = totals.num_outputs = 1;
  constexpr std::array<std::byte, sizeof(double)> kZero{};
  return LaunchPlan({fill, kZero}, totals, {run.data[k]}, queue);
}

}  // namespace

int64_t RowChunksOnGpu(const Plan& plan) {
  const int64_t chunks = CountChunks(plan);
  return chunks > 1 ? chunks * CountRows(plan) : 0;
}

bool WritesEmptyRows(const Plan& plan, bool has_row_result) {
  return has_row_result && plan.elements == 0 && !plan.axes.empty() && CountRows(plan) > 0;
}

Status LaunchRows(const RowsRun& run, const DeviceCode* code, Queue& queue) {
  const Plan& plan = *run.plan;
  if (WritesEmptyRows(plan, run.has_row_result)) return StoreZeros(run, code, queue);
  if (plan.elements == 0) return {};
  const Plan outer = WithoutRows(plan);
  RowsArgument argument{};
  argument.rows = WalkOf(outer, run.data);
  argument.columns = plan.axes[0].extent;
  for (int k = 0; k < plan.num_operands; ++k) {
    argument.stride[PlaceOf(plan, k)] = plan.axes[0].stride[static_cast<size_t>(k)];
  }
  argument.numbers = reinterpret_cast<uintptr_t>(run.chunks);
  const auto launch = [&](int64_t units, int32_t group_log2, bool shares_chunks, Step steps) {
    argument.group_log2 = group_log2;
    argument.shares_chunks = shares_chunks;
    argument.steps = steps;
    return queue.Run(code, argument, units << group_log2);
  };
  const int64_t rows = outer.elements, chunks = CountChunks(plan);
  if (chunks == 1 || rows << kWarpLog2 >= kManyThreads) {
    return launch(rows, GroupLog2(plan, rows), false, Step::kAll);
  }
  const int64_t units = rows * chunks;
  const int32_t group = GroupLog2(plan, units);
  OPENACLNN_RETURN_IF_ERROR(launch(units, group, true, Step::kReduce));
  OPENACLNN_RETURN_IF_ERROR(launch(rows, kWarpLog2, false, Step::kFold));
  OPENACLNN_RETURN_IF_ERROR(launch(units, group, true, Step::kMap));
  return run.has_row_result ? launch(rows, kWarpLog2, false, Step::kTotal) : Status();
}

}  // namespace openaclnn
