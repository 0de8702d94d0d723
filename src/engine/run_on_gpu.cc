#include "engine/run_on_gpu.h"

#include <new>

#include "acl/acl_rt.h"
#include "aclnn/opdev/op_errno.h"
#include "base/dtype.h"
#include "base/ones.h"
#include "cuda/elementwise.h"
#include "cuda/launch.h"
#include "cuda/moves.h"
#include "cuda/product.h"
#include "cuda/rows.h"
#include "cuda/transpose.h"
#include "runtime/launch.h"

namespace openaclnn {
namespace {

// Whether an operand is moved to the workspace first: one value for each channel, or what is cast
// before it is summed.
bool MovesOperand(const Executor& executor) {
  return executor.casts || (executor.HasChannels() && executor.workspace_size > 0);
}
bool IsMoved(const Executor& executor, int operand) {
  return MovesOperand(executor) && (executor.casts || operand == executor.channels.operand);
}

bool WritesEmptyRows(const Executor& executor) {
  return executor.IsOfRows() && WritesEmptyRows(executor.plan, executor.spec->row_result_at >= 0);
}

// Whether nothing is written. Sums of nothing are 0.
bool HasNoWork(const Executor& executor) {
  switch (executor.spec->computation) {
    case Computation::kReduction:
      return executor.store.elements == 0;
    case Computation::kPicks:  // a loss always has a weight
      return executor.plan.num_outputs == 1 && executor.plan.elements == 0;
    case Computation::kProduct:
      return executor.ElementsOf(executor.plan.num_operands - 1) == 0;
    case Computation::kRows:
      return executor.plan.elements == 0 && !WritesEmptyRows(executor);
    default:
      return executor.plan.elements == 0 && !(executor.HasSums() && executor.store.elements > 0);
  }
}

bool HasKernel(const Executor& executor) {
  switch (executor.spec->computation) {
    case Computation::kFill:
    case Computation::kMove:
    case Computation::kSelect:
    case Computation::kReduction:
    case Computation::kPicks:
    case Computation::kProduct:
      return true;
    case Computation::kElementwise:
      return HasDeviceCode(*executor.kernel, executor.loop);
    case Computation::kChannels:
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

Status CheckReach(Queue& queue, const char* name, const void* address) {
  if (queue.Reaches(address)) return {};
  return Error(ErrorKind::kNoAddress, ACLNN_ERR_PARAM_INVALID,
               "{}: {} is host memory, which the device does not reach; copy it to memory of "
               "aclrtMalloc",
               name, address);
}

// Kernels take numbers as a whole, at addresses that are multiples of their size. `plan`: walks the
// tensor of an argument as its operand `k`.
Status CheckAddress(Queue& queue, const Executor& executor, int argument, const Plan& plan, int k) {
  const std::byte* const first = executor.tensors[argument].FirstElement() + plan.origin[k];
  const char* const name = executor.spec->arguments[argument].name.data();
  const aclDataType dtype = plan.dtype[k];
  const int size = IsComplex(dtype) ? DtypeBytes(dtype) / 2 : DtypeBytes(dtype);
  OPENACLNN_RETURN_IF_ERROR(CheckReach(queue, name, first));
  if (reinterpret_cast<uintptr_t>(first) % static_cast<uintptr_t>(size) != 0) {
    return Error(ErrorKind::kNoAddress, ACLNN_ERR_PARAM_INVALID,
                 "{}: {} is not a multiple of {} bytes, as CUDA devices need it", name,
                 static_cast<const void*>(first), size);
  }
  return {};
}

Status CheckAddresses(Queue& queue, const Executor& executor) {
  for (int k = 0; k < executor.plan.num_operands; ++k) {
    if (IsConstant(executor, k) || executor.ElementsOf(k) == 0) continue;
    const bool is_moved = IsMoved(executor, k);
    OPENACLNN_RETURN_IF_ERROR(CheckAddress(queue, executor, executor.argument_of[k],
                                           is_moved ? executor.load : executor.plan,
                                           is_moved ? 0 : k));
  }
  if (executor.StoredAt() < 0) return {};
  return CheckAddress(queue, executor, executor.StoredAt(), executor.store, 0);
}

// An operand that is the library's own stays on one element, wherever it will lie.
bool TakesPacks(const Executor& executor) {
  OperandData data{};
  for (int k = 0; k < executor.plan.num_operands; ++k) data[k] = executor.FirstElement(k);
  return !MovesOperand(executor) && GoesInPacks(executor.plan, data, executor.loop);
}

bool TakesTiles(const Executor& executor) {
  return !MovesOperand(executor) && GoesInTiles(executor.plan, executor.loop);
}

Status FindKernels(const Executor& executor, Queue& queue, GpuKernels& kernels) {
  if (MovesOperand(executor)) {
    OPENACLNN_RETURN_IF_ERROR(queue.FindCode(kMoveKernel, kernels.move));
  }
  switch (executor.spec->computation) {
    case Computation::kFill:
      return queue.FindCode(kFillKernel, kernels.work);
    case Computation::kMove:
      kernels.transposes = IsTransposition(executor.plan);
      if (kernels.transposes) return FindTransposition(executor.plan, queue, kernels.work);
      return queue.FindCode(kMoveKernel, kernels.work);
    case Computation::kSelect:
      return queue.FindCode(kSelectKernel, kernels.work);
    case Computation::kRows:
      if (WritesEmptyRows(executor)) return queue.FindCode(kFillKernel, kernels.work);
      return FindFormula(*executor.kernel, {}, executor.loop, queue, kernels.work, "RowsArgument");
    case Computation::kReduction:
      return FindReduction(executor.reduction, executor.loop, queue, kernels.reduction);
    case Computation::kPicks:
      return FindPicks(executor.plan, queue, kernels.picks);
    case Computation::kProduct:
      return FindProduct(executor.plan, queue, kernels.work);
    default:
      if (executor.HasSums()) {
        return FindChannelSums(*executor.kernel, executor.loop, queue, kernels.channel_sums);
      }
      kernels.in_packs = TakesPacks(executor);
      kernels.in_tiles = !kernels.in_packs && TakesTiles(executor);
      return FindFormula(*executor.kernel, executor.params, executor.loop, queue, kernels.work,
                         kernels.in_packs   ? "PacksArgument"
                         : kernels.in_tiles ? "TransposedArgument"
                                            : "ElementwiseArgument");
  }
}

Status LaunchReductionOf(const Executor& executor, const GpuKernels& kernels, std::byte* elements,
                         void* workspace, Queue& queue) {
  auto* const memory = static_cast<std::byte*>(AlignedWorkspace(workspace));
  if (executor.casts) {
    OPENACLNN_RETURN_IF_ERROR(
        LaunchPlan({kernels.move, {}}, executor.load, {elements, memory}, queue));
  }
  return LaunchReduction(ReductionOf(executor, elements, memory), kernels.reduction, queue);
}

Status LaunchPicksOf(const Executor& executor, const GpuKernels& kernels, const OperandData& data,
                     void* workspace, Queue& queue) {
  auto* const memory = static_cast<std::byte*>(AlignedWorkspace(workspace));
  return LaunchPicks(PicksOf(executor, data), kernels.picks, memory, queue);
}

Status LaunchChannelsOf(const Executor& executor, const GpuKernels& kernels, ElementwiseRun& run,
                        void* workspace, Queue& queue) {
  const ChannelsRun channels{.elements = &run,
                             .channels = &executor.channels,
                             .load = &executor.load,
                             .store = &executor.store,
                             .sums = executor.tensors[executor.StoredAt()].FirstElement(),
                             .workspace = AlignedWorkspace(workspace)};
  return LaunchChannelSums(channels, kernels.channel_sums, queue);
}

Status LaunchOn(const Executor& executor, const GpuKernels& kernels, void* workspace,
                Queue& queue) {
  if (HasNoWork(executor)) return {};
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
      if (kernels.transposes) return LaunchTransposition(kernels.work, plan, run.data, queue);
      return LaunchPlan({kernels.work, {}}, plan, run.data, queue);
    case Computation::kSelect:
      return LaunchPlan({kernels.work, {}}, plan, run.data, queue);
    case Computation::kRows:
      return LaunchRows({.plan = &plan,
                         .data = run.data,
                         .kernel = executor.kernel,
                         .has_row_result = executor.spec->row_result_at >= 0,
                         .chunks = static_cast<RowNumbers*>(AlignedWorkspace(workspace))},
                        kernels.work, queue);
    case Computation::kReduction:
      return LaunchReductionOf(executor, kernels, run.data[0], workspace, queue);
    case Computation::kPicks:
      return LaunchPicksOf(executor, kernels, run.data, workspace, queue);
    case Computation::kProduct:
      return LaunchProduct(ProductOf(executor, run.data, workspace), kernels.work, queue);
    default:
      break;
  }
  if (MovesOperand(executor)) {
    std::byte*& values = run.data[executor.channels.operand];
    auto* const moved = static_cast<std::byte*>(AlignedWorkspace(workspace));
    OPENACLNN_RETURN_IF_ERROR(
        LaunchGather(kernels.move, executor.load, values, DtypeOf(executor.loop), moved, queue));
    values = moved;
  }
  if (executor.HasSums()) return LaunchChannelsOf(executor, kernels, run, workspace, queue);
  if (kernels.in_packs) return LaunchInPacks(run, executor.loop, kernels.work, queue);
  if (kernels.in_tiles) return LaunchInTiles(run, executor.loop, kernels.work, queue);
  return LaunchElementwise(run, executor.loop, kernels.work, queue);
}

// Where the device finds what the program gave. What is the library's own stays where it is.
Addresses AddressesOf(const Executor& executor, void* workspace) {
  Addresses addresses{};
  for (const int i : Ones(executor.spec->tensors)) {
    const TensorSlot& slot = executor.tensors[static_cast<size_t>(i)];
    if (slot.handle != nullptr) addresses[i] = reinterpret_cast<uint64_t>(slot.data);
  }
  addresses.back() = reinterpret_cast<uint64_t>(workspace);
  return addresses;
}

Status KeepLaunches(const Addresses& addresses, const GpuKernels& kernels, Queue& queue,
                    Executor& executor) {
  const auto launch = [&](const Addresses& elsewhere, Queue& recorder) {
    const auto moved = std::make_unique<Executor>(executor);
    for (const int i : Ones(executor.spec->tensors)) {
      if (addresses[i] != 0) moved->tensors[i].data = reinterpret_cast<void*>(elsewhere[i]);
    }
    return LaunchOn(*moved, kernels, reinterpret_cast<void*>(elsewhere.back()), recorder);
  };
  return KeptLaunches::Make(addresses, queue, launch, executor.kept);
}

}  // namespace

Status CheckRunsOn(Queue& queue, Executor& executor, void* workspace, GpuKernels& kernels) {
  if (!HasKernel(executor)) {
    return Error(
        ErrorKind::kNotSupported, ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
        "{} does not yet run on CUDA devices with these operands; set OPENACLNN_DEVICE=cpu",
        executor.spec->name);
  }
  if (HasNoWork(executor)) return {};
  OPENACLNN_RETURN_IF_ERROR(CheckAddresses(queue, executor));
  if (executor.workspace_size > 0) {
    OPENACLNN_RETURN_IF_ERROR(CheckReach(queue, "workspace", workspace));
  }
  if (!executor.repeatable) return FindKernels(executor, queue, kernels);
  const Addresses addresses = AddressesOf(executor, workspace);
  if (executor.kept == nullptr || !executor.kept->Fit(addresses, queue)) {
    OPENACLNN_RETURN_IF_ERROR(FindKernels(executor, queue, kernels));
    OPENACLNN_RETURN_IF_ERROR(KeepLaunches(addresses, kernels, queue, executor));
  }
  kernels.kept = executor.kept;
  return {};
}

int32_t RunOnGpu(const Executor& executor, const GpuKernels& kernels, void* workspace,
                 Queue& queue) noexcept {
  try {
    const Status launched = kernels.kept != nullptr
                                ? kernels.kept->Run(AddressesOf(executor, workspace), queue)
                                : LaunchOn(executor, kernels, workspace, queue);
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
