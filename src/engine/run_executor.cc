// What a stream does with an executor.

#include <array>
#include <memory>

#include "acl/acl_rt.h"
#include "base/dtype.h"
#include "base/settings.h"
#include "checked/report.h"
#include "cpu/channels.h"
#include "cpu/elementwise.h"
#include "cpu/move.h"
#include "cpu/picks.h"
#include "cpu/product.h"
#include "cpu/reduction.h"
#include "cpu/rows.h"
#include "cpu/select.h"
#include "cuda/picks.h"
#include "cuda/reduction.h"
#include "cuda/rows.h"
#include "engine/checked_mode.h"
#include "engine/executor.h"

namespace openaclnn {
namespace {

constexpr uint64_t kAlignment = 64;

int32_t RunChannelsOf(const Executor& executor, ElementwiseRun& elements, void* workspace) {
  const int8_t sums = executor.spec->channel_sums_at;
  const ChannelsRun run{.elements = &elements,
                        .channels = &executor.channels,
                        .load = &executor.load,
                        .store = sums >= 0 ? &executor.store : nullptr,
                        .sums = sums >= 0 ? executor.tensors[sums].FirstElement() : nullptr,
                        .workspace = AlignedWorkspace(workspace)};
  RunChannels(run, executor.loop);
  return ACL_SUCCESS;
}

int32_t RunRowsOf(const Executor& executor, const OperandData& data, void* workspace) {
  const RowsRun run{.plan = &executor.plan,
                    .data = data,
                    .kernel = executor.kernel,
                    .has_row_result = executor.spec->row_result_at >= 0,
                    .chunks = static_cast<RowNumbers*>(AlignedWorkspace(workspace))};
  RunRows(run, executor.loop);
  return ACL_SUCCESS;
}

int32_t RunReductionOf(const Executor& executor, std::byte* elements, void* workspace) {
  auto* const memory = static_cast<std::byte*>(AlignedWorkspace(workspace));
  if (executor.casts && executor.plan.elements > 0) RunMove(executor.load, elements, memory);
  RunReduction(ReductionOf(executor, elements, memory), executor.loop);
  return ACL_SUCCESS;
}

int32_t RunPicksOf(const Executor& executor, const OperandData& data) {
  const PicksRun run = PicksOf(executor, data);
  executor.plan.num_outputs == 1 ? RunPicksBackward(run) : RunPicks(run);
  return ACL_SUCCESS;
}

int32_t Run(const Executor& executor, void* workspace) {
  ElementwiseRun run{
      .plan = &executor.plan, .data = {}, .kernel = executor.kernel, .params = executor.params};
  for (int k = 0; k < executor.plan.num_operands; ++k) {
    run.data[k] = executor.FirstElement(k);
  }
  switch (executor.spec->computation) {
    case Computation::kElementwise:
      RunElementwise(run, executor.loop);
      return ACL_SUCCESS;
    case Computation::kChannels:
      return RunChannelsOf(executor, run, workspace);
    case Computation::kMove:
      RunMove(executor.plan, run.data[0], run.data[1]);
      return ACL_SUCCESS;
    case Computation::kFill:
      RunFill(executor.plan, executor.fill, run.data[0]);
      return ACL_SUCCESS;
    case Computation::kSelect:
      RunSelect(executor.plan, run.data);
      return ACL_SUCCESS;
    case Computation::kRows:
      return RunRowsOf(executor, run.data, workspace);
    case Computation::kReduction:
      return RunReductionOf(executor, run.data[0], workspace);
    case Computation::kProduct:
      RunProduct(ProductOf(executor, run.data, workspace));
      return ACL_SUCCESS;
    case Computation::kPicks:
      return RunPicksOf(executor, run.data);
  }
  return ACL_SUCCESS;
}

bool OnGpu() { return GetSettings().device_kind == DeviceKind::kCuda; }

// The part of the workspace that holds what is cast before it is summed.
uint64_t CastBytes(const Executor& executor) {
  if (!executor.casts) return 0;
  const auto bytes =
      static_cast<uint64_t>(executor.plan.elements * DtypeBytes(executor.plan.dtype[0]));
  return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

// Of workspace that begins at a cache line; none for a product, which aligns it itself.
uint64_t BytesNeeded(const Executor& executor) {
  const Plan& plan = executor.plan;
  if (executor.spec->computation == Computation::kPicks) {
    return OnGpu() ? GpuPicksWorkspace(plan, PicksOf(executor, {}).reduced) : 0;
  }
  if (plan.elements == 0) return 0;
  switch (executor.spec->computation) {
    case Computation::kReduction: {
      const ReductionShape& shape = executor.reduction;
      const int64_t partials = OnGpu() ? GpuReductionPartials(shape) : ReductionPartials(shape);
      return CastBytes(executor) + static_cast<uint64_t>(partials) * sizeof(double);
    }
    case Computation::kRows:
      return static_cast<uint64_t>(OnGpu() ? RowChunksOnGpu(plan) : RowChunks(plan)) *
             sizeof(RowNumbers);
    case Computation::kChannels:
      return ChannelsWorkspace(executor.channels, executor.load, executor.HasSums(), executor.loop);
    default:
      return 0;
  }
}

}  // namespace

ReductionRun ReductionOf(const Executor& executor, std::byte* elements, std::byte* memory) {
  return {.plan = &executor.plan,
          .elements = executor.casts ? memory : elements,
          .store = &executor.store,
          .sums = executor.tensors[executor.StoredAt()].FirstElement(),
          .shape = executor.reduction,
          .averages = executor.spec->averages,
          .partials = memory + CastBytes(executor)};
}

PicksRun PicksOf(const Executor& executor, const OperandData& data) {
  return {.plan = &executor.plan,
          .data = data,
          .reduced = static_cast<Reduced>(executor.params.i[0]),
          .ignored = executor.params.i[1]};
}

ProductRun ProductOf(const Executor& executor, const OperandData& data, void* workspace) {
  ProductRun run{.plan = &executor.plan, .data = data, .workspace = workspace};
  if (executor.plan.num_operands == 4) {
    run.beta = executor.params.d[0];
    run.alpha = executor.params.d[1];
  }
  return run;
}

uint64_t WorkspaceSize(const Executor& executor) {
  if (executor.spec->computation == Computation::kProduct) {
    return OnGpu() ? 0 : ProductWorkspace(executor.plan);
  }
  const uint64_t bytes = BytesNeeded(executor);
  return bytes == 0 ? 0 : (bytes + 2 * kAlignment - 1) / kAlignment * kAlignment;
}

void* AlignedWorkspace(void* workspace) {
  const uintptr_t address = reinterpret_cast<uintptr_t>(workspace);
  return static_cast<std::byte*>(workspace) + (kAlignment - address % kAlignment) % kAlignment;
}

namespace {

// The addresses that programs hold are not those of the bytes.
[[gnu::cold, gnu::noinline]] int32_t RunTranslated(const Executor& executor, void* workspace) {
  const auto translated = std::make_unique<Executor>(executor);
  const int32_t code = GoToDeviceMemory(*translated, workspace);
  return code == ACL_SUCCESS ? Run(*translated, workspace) : code;
}

}  // namespace

int32_t RunExecutor(const Executor& executor, void* workspace) noexcept {
  try {
    return Checks(Check::kMemory, Check::kOrder) ? RunTranslated(executor, workspace)
                                                 : Run(executor, workspace);
  } catch (const std::bad_alloc&) {
    return ACL_ERROR_RT_MEMORY_ALLOCATION;
  } catch (...) {
    return ACL_ERROR_RT_INTERNAL_ERROR;
  }
}

}  // namespace openaclnn
