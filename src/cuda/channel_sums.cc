#include "cuda/channel_sums.h"

#include <array>

#include "base/dtype.h"
#include "cpu/sums.h"
#include "cuda/channel_sums_argument.h"
#include "cuda/kernel_name.h"
#include "cuda/launch.h"
#include "cuda/moves.h"

namespace openaclnn {
namespace {

// Threads that share a chunk: of rows as short as 16 elements, and of long ones.
constexpr int32_t kShortLog2 = 2, kWarpLog2 = 5;
constexpr int64_t kLongRow = 128;

// Leaves each tree's sum in the place of its first number.
Status AddTrees(TreeArgument argument, const DeviceCode* code, Queue& queue) {
  for (argument.step = 1; argument.step < argument.count; argument.step *= 2) {
    OPENACLNN_RETURN_IF_ERROR(queue.Run(code, &argument, CountPairs(argument)));
  }
  return {};
}

// Rounds numbers, `distance` apart, to the elements of the plan, once.
Status StoreNumbers(const Plan& store, std::byte* numbers, int64_t distance, std::byte* target,
                    const DeviceCode* move_kernel, Queue& queue) {
  Plan move = store;
  move.num_operands = 2;
  move.num_outputs = 1;
  move.dtype[1] = move.dtype[0];
  move.origin[1] = move.origin[0];
  move.dtype[0] = ACL_DOUBLE;
  move.origin[0] = 0;
  int64_t stride = distance * int64_t{sizeof(double)};
  for (Axis& axis : move.axes) {
    axis.stride[1] = axis.stride[0];
    axis.stride[0] = stride;
    stride *= axis.extent;
  }
  return LaunchPlan({move_kernel, {}}, move, {numbers, target}, queue);
}

}  // namespace

Status FindChannelSums(const Kernel& kernel, LoopType loop, bool has_elements, Queue& queue,
                       ChannelSumsKernels& kernels) {
  if (!has_elements) return queue.FindCode(kFillKernel, kernels.fill);
  DeviceFormula formula{};
  kernel.on_device[static_cast<size_t>(loop)]({}, formula);
  OPENACLNN_RETURN_IF_ERROR(
      queue.FindCode(KernelName(formula.kernel, "ChannelSumsArgument"), kernels.sums));
  OPENACLNN_RETURN_IF_ERROR(queue.FindCode("openaclnn_add_neighbours", kernels.trees));
  return queue.FindCode(kMoveKernel, kernels.move);
}

Status LaunchChannelSums(const ChannelsRun& run, LoopType loop, const ChannelSumsKernels& kernels,
                         Queue& queue) {
  const Plan& plan = *run.elements->plan;
  if (plan.elements == 0) {  // the sums over nothing
    constexpr std::array<std::byte, sizeof(double)> kZero{};
    return LaunchPlan({kernels.fill, kZero}, *run.store, {run.sums}, queue);
  }
  const SumShape& shape = run.channels->shape;
  const SumOrder order = OrderOf(shape);
  const int64_t count = PartialSums(shape, order);
  auto* const partials = static_cast<std::byte*>(run.workspace) +
                         static_cast<uint64_t>(shape.channels) * sizeof(double);
  std::byte* const values = partials + static_cast<uint64_t>(count) * sizeof(double);
  OperandData data = run.elements->data;
  std::byte*& operand = data[run.channels->operand];
  OPENACLNN_RETURN_IF_ERROR(
      LaunchGather(kernels.move, *run.load, operand, DtypeOf(loop), values, queue));
  operand = values;

  const bool is_long = shape.inner >= kLongRow;
  const ChannelSumsArgument argument{.walk = WalkOf(plan, data),
                                     .outer = shape.outer,
                                     .channels = shape.channels,
                                     .inner = shape.inner,
                                     .side = order.side,
                                     .partials = reinterpret_cast<uintptr_t>(partials),
                                     .channel_place = PlaceOf(plan, run.channels->operand),
                                     .group_log2 = is_long ? kWarpLog2 : kShortLog2,
                                     .along_rows = order.along_rows};
  const int64_t threads = order.along_rows ? count << argument.group_log2 : count;
  OPENACLNN_RETURN_IF_ERROR(queue.Run(kernels.sums, &argument, threads));

  const int64_t of_channel = count / shape.channels;
  if (order.along_rows) {
    OPENACLNN_RETURN_IF_ERROR(
        AddTrees({argument.partials, shape.channels, of_channel, 1, 1}, kernels.trees, queue));
    return StoreNumbers(*run.store, partials, of_channel, run.sums, kernels.move, queue);
  }
  const int64_t width = shape.channels * shape.inner;
  OPENACLNN_RETURN_IF_ERROR(
      AddTrees({argument.partials, 1, count / width, width, 1}, kernels.trees, queue));
  OPENACLNN_RETURN_IF_ERROR(
      AddTrees({argument.partials, shape.channels, shape.inner, 1, 1}, kernels.trees, queue));
  return StoreNumbers(*run.store, partials, shape.inner, run.sums, kernels.move, queue);
}

}  // namespace openaclnn
