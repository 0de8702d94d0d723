#include "engine/run_on_gpu.h"

#include <new>

#include "acl/acl_rt.h"
#include "aclnn/opdev/op_errno.h"
#include "base/dtype.h"
#include "cuda/elementwise.h"
#include "cuda/launch.h"
#include "cuda/moves.h"
#include "cuda/rows.h"
#include "runtime/launch.h"

namespace openaclnn {
namespace {

// Whether there is one value for each channel that is moved to the workspace first.
bool MovesValues(const Executor& executor) {
  return executor.HasChannels() && executor.workspace_size > 0;
}

bool WritesEmptyRows(const Executor& executor) {
  return executor.IsOfRows() && WritesEmptyRows(executor.plan, executor.spec->row_result_at >= 0);
}

bool HasKernel(const Executor& executor) {
  switch (executor.spec->computation) {
    case Computation::kFill:
    case Computation::kMove:
    case Computation::kSelect:
      return true;
    case Computation::kElementwise:
      return HasDeviceCode(*executor.kernel, executor.loop);
    case Computation::kChannels:  // partial sums are for parts of arrays in host memory
      return executor.channels.partials == nullptr &&
             HasDeviceCode(*executor.kernel, executor.loop);
    case Computation::kRows:
      return HasDeviceCode(*executor.kernel, executor.loop);
    default:
      return false;
  }
}

// What stands for an optional tensor that is null, or for imaginary parts, is the library's own.
bool IsConstant(const Executor& executor, int operand) {
  return executor.tensors[executor.argument_of[operand]].handle == nullptr;
}

Status FindOperand(Queue& queue, const Executor& executor, int operand, std::byte*& first) {
  constexpr size_t kLargestConstant = sizeof(double);
  first = executor.FirstElement(operand);
  if (!IsConstant(executor, operand)) return {};
  const void* placed = nullptr;
  OPENACLNN_RETURN_IF_ERROR(queue.Place(first, kLargestConstant, placed));
  first = static_cast<std::byte*>(const_cast<void*>(placed));
  return {};
}

std::byte* FirstSum(const Executor& executor) {
  return executor.tensors[executor.spec->channel_sums_at].FirstElement();
}

Status CheckReach(Queue& queue, const char* name, const void* address) {
  if (queue.Reaches(address)) return {};
  return Error(ErrorKind::kNoAddress, ACLNN_ERR_PARAM_INVALID,
               "{}: {} is host memory, which the device does not reach; copy it to memory of "
               "aclrtMalloc",
               name, address);
}

// Kernels take numbers as a whole, at addresses that are multiples of their size.
Status CheckNumbers(Queue& queue, const Executor& executor, int argument, const Plan& plan,
                    int place) {
  const std::byte* const first = executor.tensors[argument].FirstElement() + plan.origin[place];
  const char* const name = executor.spec->arguments[argument].name.data();
  const aclDataType dtype = plan.dtype[place];
  const int size = IsComplex(dtype) ? DtypeBytes(dtype) / 2 : DtypeBytes(dtype);
  OPENACLNN_RETURN_IF_ERROR(CheckReach(queue, name, first));
  if (reinterpret_cast<uintptr_t>(first) % static_cast<uintptr_t>(size) != 0) {
    return Error(ErrorKind::kNoAddress, ACLNN_ERR_PARAM_INVALID,
                 "{}: {} is not a multiple of {} bytes, as CUDA devices need it", name,
                 static_cast<const void*>(first), size);
  }
  return {};
}

Status CheckAddress(Queue& queue, const Executor& executor, int operand) {
  const bool is_moved = MovesValues(executor) && operand == executor.channels.operand;
  return CheckNumbers(queue, executor, executor.argument_of[operand],
                      is_moved ? executor.load : executor.plan, is_moved ? 0 : operand);
}

Status FindKernels(const Executor& executor, Queue& queue, GpuKernels& kernels) {
  switch (executor.spec->computation) {
    case Computation::kFill:
      return queue.FindCode(kFillKernel, kernels.work);
    case Computation::kMove:
      return queue.FindCode(kMoveKernel, kernels.work);
    case Computation::kSelect:
      return queue.FindCode(kSelectKernel, kernels.work);
    case Computation::kRows:
      if (WritesEmptyRows(executor)) return queue.FindCode(kFillKernel, kernels.work);
      return FindRows(*executor.kernel, executor.loop, queue, kernels.work);
    default:
      if (executor.HasSums()) {
        return FindChannelSums(*executor.kernel, executor.loop, executor.plan.elements > 0, queue,
                               kernels.channel_sums);
      }
      if (MovesValues(executor)) {
        OPENACLNN_RETURN_IF_ERROR(queue.FindCode(kMoveKernel, kernels.move));
      }
      return FindElementwise(*executor.kernel, executor.params, executor.loop, queue, kernels.work);
  }
}

Status LaunchOn(const Executor& executor, const GpuKernels& kernels, void* workspace,
                Queue& queue) {
  const Plan& plan = executor.plan;
  ElementwiseRun run{
      .plan = &plan, .data = {}, .kernel = executor.kernel, .params = executor.params};
  for (int k = 0; k < plan.num_operands; ++k) {
    OPENACLNN_RETURN_IF_ERROR(FindOperand(queue, executor, k, run.data[k]));
  }
  switch (executor.spec->computation) {
    case Computation::kFill:
      return LaunchPlan({kernels.work, executor.fill}, plan, run.data, queue);
    case Computation::kMove:
    case Computation::kSelect:
      return LaunchPlan({kernels.work, {}}, plan, run.data, queue);
    case Computation::kRows:
      return LaunchRows({.plan = &plan,
                         .data = run.data,
                         .kernel = executor.kernel,
                         .has_row_result = executor.spec->row_result_at >= 0,
                         .chunks = static_cast<RowNumbers*>(AlignedWorkspace(workspace))},
                        kernels.work, queue);
    default:
      break;
  }
  if (executor.HasSums()) {
    return LaunchChannelSums({.elements = &run,
                              .channels = &executor.channels,
                              .load = &executor.load,
                              .store = &executor.store,
                              .sums = FirstSum(executor),
                              .workspace = AlignedWorkspace(workspace)},
                             executor.loop, kernels.channel_sums, queue);
  }
  if (MovesValues(executor)) {
    std::byte*& values = run.data[executor.channels.operand];
    auto* const moved = static_cast<std::byte*>(AlignedWorkspace(workspace));
    OPENACLNN_RETURN_IF_ERROR(
        LaunchGather(kernels.move, executor.load, values, DtypeOf(executor.loop), moved, queue));
    values = moved;
  }
  return LaunchElementwise(run, executor.loop, kernels.work, queue);
}

}  // namespace

Status CheckRunsOn(Queue& queue, const Executor& executor, void* workspace, GpuKernels& kernels) {
  if (!HasKernel(executor)) {
    return Error(
        ErrorKind::kNotSupported, ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
        "{} does not yet run on CUDA devices with these operands; set OPENACLNN_DEVICE=cpu",
        executor.spec->name);
  }
  const int operands = executor.plan.num_operands;
  if (WritesEmptyRows(executor)) {
    OPENACLNN_RETURN_IF_ERROR(CheckAddress(queue, executor, operands - 1));
    return FindKernels(executor, queue, kernels);
  }
  if (executor.HasSums() && executor.store.elements > 0) {
    OPENACLNN_RETURN_IF_ERROR(
        CheckNumbers(queue, executor, executor.spec->channel_sums_at, executor.store, 0));
    if (executor.plan.elements == 0) return FindKernels(executor, queue, kernels);
  }
  if (executor.plan.elements == 0) return {};
  for (int k = 0; k < operands; ++k) {
    if (!IsConstant(executor, k)) OPENACLNN_RETURN_IF_ERROR(CheckAddress(queue, executor, k));
  }
  if (executor.workspace_size > 0) {
    OPENACLNN_RETURN_IF_ERROR(CheckReach(queue, "workspace", workspace));
  }
  return FindKernels(executor, queue, kernels);
}

int32_t RunOnGpu(const Executor& executor, const GpuKernels& kernels, void* workspace,
                 Queue& queue) noexcept {
  try {
    const Status launched = LaunchOn(executor, kernels, workspace, queue);
    if (launched.ok()) return ACL_SUCCESS;
    FailRunningTask(launched.kind(), launched.code(), launched.message().c_str());
    return launched.code();
  } catch (const std::bad_alloc&) {
    return ACL_ERROR_RT_MEMORY_ALLOCATION;
  } catch (...) {
    return ACL_ERROR_RT_INTERNAL_ERROR;
  }
}

}  // namespace openaclnn
