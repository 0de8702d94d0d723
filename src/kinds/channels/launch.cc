#include "kinds/channels/launch.h"

#include "cpu/term_order.h"
#include "cuda/launch.h"
#include "kinds/channels/sums.h"
#include "kinds/channels/sums_argument.h"
#include "kinds/elementwise/launch.h"
#include "kinds/reduction/launch.h"

namespace openaclnn {
namespace {

// Threads that share a chunk: of rows as short as 16 elements, and of long ones.
constexpr int32_t kShortLog2 = 2, kWarpLog2 = 5;
constexpr int64_t kLongRow = 128;

static_assert(kSumChunk == kTermsOfChunk && kSumBlock == kRowsOfBlock);

}  // namespace

Status FindChannelSums(const Kernel& kernel, LoopType loop, Queue& queue,
                       ChannelSumsKernels& kernels) {
  OPENACLNN_RETURN_IF_ERROR(
      FindFormula(kernel, {}, loop, queue, kernels.terms, "ChannelSumsArgument"));
  return FindPartialSums(queue, kernels.parts);
}

Status LaunchChannelSums(const ChannelsRun& run, const ChannelSumsKernels& kernels, Queue& queue) {
  const Plan& plan = *run.elements->plan;
  const SumShape& shape = run.channels->shape;
  PartialSumsRun sums{.numbers = nullptr,
                      .outer = shape.channels,
                      .parts = 0,
                      .columns = 1,
                      .store = run.store,
                      .sums = run.sums};
  double* const partials = run.channels->partials;  // wanted as they are
  if (plan.elements == 0) {
    return partials != nullptr ? Status() : LaunchPartialSums(sums, kernels.parts, queue);
  }
  const SumOrder order = partials != nullptr ? run.channels->partial_order : OrderOf(shape);
  const int64_t count = PartialSums(shape, order);
  sums.numbers = static_cast<std::byte*>(run.workspace) +
                 static_cast<uint64_t>(shape.channels) * sizeof(double);
  if (partials != nullptr) sums.numbers = reinterpret_cast<std::byte*>(partials);
  const bool is_long = shape.inner >= kLongRow;
  const ChannelSumsArgument argument{.walk = WalkOf(plan, run.elements->data),
                                     .outer = shape.outer,
                                     .channels = shape.channels,
                                     .inner = shape.inner,
                                     .side = order.side,
                                     .partials = reinterpret_cast<uintptr_t>(sums.numbers),
                                     .channel_place = PlaceOf(plan, run.channels->operand),
                                     .group_log2 = is_long ? kWarpLog2 : kShortLog2,
                                     .along_rows = order.along_rows};
  const int64_t threads = order.along_rows ? count << argument.group_log2 : count;
  OPENACLNN_RETURN_IF_ERROR(queue.Run(kernels.terms, argument, threads));
  if (partials != nullptr) return {};
  sums.parts = count / shape.channels;
  if (!order.along_rows) {  // the blocks of each column, then the columns of each channel
    const int64_t width = shape.channels * shape.inner;
    const Plan columns = DenseDoubles(width, 1);
    const PartialSumsRun blocks{.numbers = sums.numbers,
                                .outer = 1,
                                .parts = count / width,
                                .columns = width,
                                .store = &columns,
                                .sums = sums.numbers};
    OPENACLNN_RETURN_IF_ERROR(LaunchPartialSums(blocks, kernels.parts, queue));
    sums.parts = shape.inner;
  }
  return LaunchPartialSums(sums, kernels.parts, queue);
}

}  // namespace openaclnn
