#include "engine/run_on_gpu.h"

#include <memory>
#include <new>
#include <string_view>
#include <utility>

#include "acl/acl_rt.h"
#include "aclnn/opdev/op_errno.h"
#include "base/dtype.h"
#include "engine/op_spec.h"
#include "runtime/launch.h"

namespace openaclnn {
namespace {

Status RefuseReach(std::string_view name, const void* address) {
  return Error(ErrorKind::kNoAddress, ACLNN_ERR_PARAM_INVALID,
               "{}: {} is host memory, which the device does not reach; copy it to memory of "
               "aclrtMalloc",
               name, address);
}

// Kernels take numbers as a whole, at addresses that are multiples of their size.
Status CheckAddress(Queue& queue, const Executor& executor, const Places& places,
                    const PlanAccess& access) {
  const std::byte* const first = places.First(access.slot) + access.plan.origin[access.operand];
  const aclDataType dtype = access.plan.dtype[access.operand];
  const int size = IsComplex(dtype) ? DtypeBytes(dtype) / 2 : DtypeBytes(dtype);
  if (!queue.Reaches(first)) return RefuseReach(executor.NameOf(access.slot), first);
  if (reinterpret_cast<uintptr_t>(first) % static_cast<uintptr_t>(size) != 0) {
    return Error(ErrorKind::kNoAddress, ACLNN_ERR_PARAM_INVALID,
                 "{}: {} is not a multiple of {} bytes, as CUDA devices need it",
                 executor.NameOf(access.slot), static_cast<const void*>(first), size);
  }
  return {};
}

Status CheckAddresses(Queue& queue, const Executor& executor, const Places& places) {
  Status status;
  executor.computation->ForEachAccess([&](const PlanAccess& access) {
    const bool is_given = places.slots[access.slot].handle != nullptr;
    if (is_given && status.ok()) status = CheckAddress(queue, executor, places, access);
  });
  return status;
}

// Where the device finds what the program gave. What is the library's own stays where it is.
Addresses AddressesOf(const Executor& executor, const Places& places) {
  Addresses addresses(executor.slots.size() + 1);
  for (size_t i = 0; i < executor.slots.size(); ++i) {
    const TensorSlot& slot = places.slots[i];
    if (slot.handle != nullptr) addresses[i] = reinterpret_cast<uint64_t>(slot.data);
  }
  addresses.back() = reinterpret_cast<uint64_t>(places.workspace);
  return addresses;
}

Status KeepLaunches(const Addresses& addresses, const Places& places, const DeviceCodes& codes,
                    Queue& queue, Executor& executor) {
  const auto launch = [&](const Addresses& elsewhere, Queue& recorder) {
    TensorSlots slots = executor.slots;
    for (size_t i = 0; i < slots.size(); ++i) {
      slots[i].data =
          addresses[i] != 0 ? reinterpret_cast<void*>(elsewhere[i]) : places.slots[i].data;
    }
    const Places moved{slots.data(), reinterpret_cast<void*>(elsewhere.back())};
    return executor.computation->Launch(moved, codes, recorder);
  };
  return KeptLaunches::Make(addresses, queue, launch, executor.kept);
}

}  // namespace

Status CheckRunsOn(Queue& queue, Executor& executor, const Places& places, FoundOnGpu& found) {
  const Computation& computation = *executor.computation;
  if (!computation.HasDeviceCode()) {
    return Error(
        ErrorKind::kNotSupported, ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
        "{} does not yet run on CUDA devices with these operands; set OPENACLNN_DEVICE=cpu",
        executor.spec->name);
  }
  if (!computation.HasWork()) return {};
  OPENACLNN_RETURN_IF_ERROR(CheckAddresses(queue, executor, places));
  if (executor.workspace_size > 0 && !queue.Reaches(places.workspace)) {
    return RefuseReach("workspace", places.workspace);
  }
  if (!executor.repeatable || computation.ChoosesByPlace()) {
    return computation.FindCode(places, queue, found.codes);
  }
  const Addresses addresses = AddressesOf(executor, places);
  if (executor.kept == nullptr || !executor.kept->Fit(addresses, queue)) {
    OPENACLNN_RETURN_IF_ERROR(computation.FindCode(places, queue, found.codes));
    OPENACLNN_RETURN_IF_ERROR(KeepLaunches(addresses, places, found.codes, queue, executor));
  }
  found.kept = executor.kept;
  return {};
}

int32_t RunOnGpu(const Executor& executor, const FoundOnGpu& found, const Places& places,
                 Queue& queue) noexcept {
  const Computation& computation = *executor.computation;
  try {
    Status launched;
    if (found.kept != nullptr) {
      launched = found.kept->Run(AddressesOf(executor, places), queue);
    } else if (computation.HasWork()) {
      launched = computation.Launch(places, found.codes, queue);
    }
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
