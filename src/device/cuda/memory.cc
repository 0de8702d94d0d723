// Memory of GPUs, and pinned memory of the host.

#include <limits>

#include "acl/acl_base.h"
#include "checked/pages.h"
#include "device/cuda/device.h"
#include "device/cuda/errors.h"
#include "fmt/format.h"

namespace openaclnn::cuda {
namespace {

// The driver promises multiples of 256, and gives those of 512. Where it does not, memory begins
// `source` bytes behind what it gave.
Result AllocateOnDevice(const Driver& driver, Allocation& allocation) {
  Address given = 0;
  const Result result = driver.mem_alloc(&given, allocation.extent);
  if (result != kSuccess) return result;
  if (given % kMemoryAlignment == 0) {
    allocation.begin = reinterpret_cast<void*>(given);
    return kSuccess;
  }
  driver.mem_free(given);
  const Result again = driver.mem_alloc(&given, allocation.extent + kMemoryAlignment);
  if (again != kSuccess) return again;
  const Address begin = RoundUp(given, kMemoryAlignment);
  allocation.source = static_cast<int>(begin - given);
  allocation.begin = reinterpret_cast<void*>(begin);
  return kSuccess;
}

constexpr int kPinned = -1;  // the source of pinned memory

}  // namespace

Status CudaDevice::OutOfMemory(size_t size, MemoryKind kind) {
  if (kind == MemoryKind::kHost) {
    return Error(ErrorKind::kOutOfDeviceMemory, ACL_ERROR_RT_MEMORY_ALLOCATION,
                 "size: the driver has no {} bytes of pinned memory left", size);
  }
  const MemorySize memory = Memory();
  return Error(ErrorKind::kOutOfDeviceMemory, ACL_ERROR_RT_MEMORY_ALLOCATION,
               "size: the driver has no {} bytes left; {} of {} bytes of device {} ({}) are free",
               size, memory.free, memory.total, number_, name_);
}

Status CudaDevice::Allocate(size_t size, MemoryKind kind, Pages /*pages*/, Allocation& allocation) {
  const Here here(*this);
  const size_t most = std::numeric_limits<size_t>::max() - 2 * kMemorySlack;
  Allocation made{nullptr, size <= most ? size + kMemorySlack : 0, 0};
  Result result = kOutOfMemory;
  if (kind == MemoryKind::kHost) {
    made.source = kPinned;
    if (size <= most)
      result = driver().mem_host_alloc(&made.begin, made.extent, kHostAllocPortable);
  } else if (size <= most) {
    result = AllocateOnDevice(driver(), made);
  }
  // Of the arguments, only the size varies.
  if (result == kOutOfMemory || result == kInvalidValue) return OutOfMemory(size, kind);
  OPENACLNN_RETURN_IF_ERROR(Check(result, "allocation"));
  allocation = made;
  return {};
}

// After the driver's end (static objects are destroyed after it) there is nothing left to free; on
// a lost device, nothing that could be freed.
void CudaDevice::Free(const Allocation& allocation, bool in_use) {
  if (in_use) return;
  const Here here(*this);
  if (allocation.source == kPinned) {
    driver().mem_free_host(allocation.begin);
  } else {
    driver().mem_free(reinterpret_cast<Address>(allocation.begin) -
                      static_cast<Address>(allocation.source));
  }
}

MemorySize CudaDevice::Memory() {
  const Here here(*this);
  size_t free = 0, total = 0;
  if (driver().mem_get_info(&free, &total) != kSuccess) return {0, 0};
  return {total, free};
}

}  // namespace openaclnn::cuda
