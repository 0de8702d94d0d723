#include "engine/run_on_gpu.h"

#include <new>

#include "acl/acl_rt.h"
#include "aclnn/opdev/op_errno.h"
#include "base/dtype.h"
#include "cuda/elementwise.h"
#include "runtime/launch.h"

namespace openaclnn {
namespace {

// One value for each channel is an operand as any other where it need not be converted first, and
// nothing is summed.
bool HasElementsAlone(const Executor& executor) {
  const Plan& load = executor.load;
  return executor.HasChannels() && !executor.HasSums() &&
         load.dtype[0] == DtypeOf(executor.loop) && IsDense(load, 0);
}

bool HasKernel(const Executor& executor) {
  return (executor.spec->computation == Computation::kElementwise || HasElementsAlone(executor)) &&
         HasDeviceCode(*executor.kernel, executor.loop);
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

// Kernels take numbers as a whole, at addresses that are multiples of their size.
Status CheckAddress(Queue& queue, const Executor& executor, int operand) {
  const std::byte* const first = executor.FirstElement(operand) + executor.plan.origin[operand];
  const char* const name = executor.spec->arguments[executor.argument_of[operand]].name.data();
  const aclDataType dtype = executor.plan.dtype[operand];
  const int size = IsComplex(dtype) ? DtypeBytes(dtype) / 2 : DtypeBytes(dtype);
  if (!queue.Reaches(first)) {
    return Error(ErrorKind::kNoAddress, ACLNN_ERR_PARAM_INVALID,
                 "{}: {} is host memory, which the device does not reach; copy it to memory of "
                 "aclrtMalloc",
                 name, static_cast<const void*>(first));
  }
  if (reinterpret_cast<uintptr_t>(first) % static_cast<uintptr_t>(size) != 0) {
    return Error(ErrorKind::kNoAddress, ACLNN_ERR_PARAM_INVALID,
                 "{}: {} is not a multiple of {} bytes, as CUDA devices need it", name,
                 static_cast<const void*>(first), size);
  }
  return {};
}

Status LaunchOn(const Executor& executor, Queue& queue) {
  ElementwiseRun run{
      .plan = &executor.plan, .data = {}, .kernel = executor.kernel, .params = executor.params};
  for (int k = 0; k < executor.plan.num_operands; ++k) {
    OPENACLNN_RETURN_IF_ERROR(FindOperand(queue, executor, k, run.data[k]));
  }
  return LaunchElementwise(run, executor.loop, queue);
}

}  // namespace

Status CheckRunsOn(Queue& queue, const Executor& executor) {
  if (!HasKernel(executor)) {
    return Error(
        ErrorKind::kNotSupported, ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
        "{} does not yet run on CUDA devices with these operands; set OPENACLNN_DEVICE=cpu",
        executor.spec->name);
  }
  if (executor.plan.elements == 0) return {};
  for (int k = 0; k < executor.plan.num_operands; ++k) {
    if (!IsConstant(executor, k)) OPENACLNN_RETURN_IF_ERROR(CheckAddress(queue, executor, k));
  }
  return PrepareElementwise(*executor.kernel, executor.params, executor.loop, queue);
}

int32_t RunOnGpu(const Executor& executor, Queue& queue) noexcept {
  try {
    const Status launched = LaunchOn(executor, queue);
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
