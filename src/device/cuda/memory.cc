// Memory of GPUs, and pinned memory of the host.

#include <algorithm>
#include <limits>
#include <vector>

#include "acl/acl_base.h"
#include "base/gpu_memory.h"
#include "checked/device_memory.h"
#include "checked/pages.h"
#include "device/cuda/device.h"
#include "device/cuda/errors.h"
#include "device/cuda/live_streams.h"
#include "fmt/format.h"

namespace openaclnn::cuda {
namespace {

constexpr int kPinned = -1;  // the source of pinned memory

// Whether an address is in device memory of any user of CUDA in this process.
bool KnowsDeviceMemory(uintptr_t address) {
  constexpr unsigned kDevice = 2;  // CUmemorytype
  unsigned type = 0;
  return TheDriver().pointer_get_attribute(&type, kMemoryType, address) == kSuccess &&
         type == kDevice;
}

// What the driver gave, with what was left out at its beginning.
Address GivenOf(const Allocation& allocation) {
  return reinterpret_cast<Address>(allocation.begin) - static_cast<Address>(allocation.source);
}
size_t SizeOf(const Allocation& allocation) {
  return allocation.extent + (allocation.source > 0 ? kMemoryAlignment : 0);
}

}  // namespace

Status CudaDevice::OpenMemory() {
  if (Checks(Check::kMemory)) AskWhetherDevice(KnowsDeviceMemory);
  const GpuMemory wanted = GetGpuMemory();
  managed_ = wanted == GpuMemory::kManaged;
  if (managed_ && Get(kConcurrentManagedAccess) == 0) {
    return Error(ErrorKind::kSetting, ACL_ERROR_INVALID_PARAM,
                 "environment variable OPENACLNN_DEVICE_MEMORY: is \"managed\", but device {} ({}) "
                 "and the host cannot use managed memory at the same time; expected pool or plain",
                 number_, name_);
  }
  if (wanted != GpuMemory::kPool || !driver().has_pools || Get(kMemoryPoolsSupported) == 0) {
    return {};
  }
  return Check(OpenPool(), "making a pool of memory");
}

// Devices that do not reach each other cannot copy between pools: such have none.
Result CudaDevice::OpenPool() {
  std::vector<MemAccess> others;
  int count = 0;
  Result result = driver().device_get_count(&count);
  for (int ordinal = 0; result == kSuccess && ordinal < count; ++ordinal) {
    if (ordinal == ordinal_) continue;
    GpuId other = -1;
    int reaches = 0, is_reached = 0;
    result = driver().device_get(&other, ordinal);
    if (result == kSuccess) result = driver().device_can_access_peer(&is_reached, other, gpu_);
    if (result == kSuccess) result = driver().device_can_access_peer(&reaches, gpu_, other);
    if (result == kSuccess && (reaches == 0 || is_reached == 0)) return kSuccess;
    others.push_back({.location = {.number = ordinal}});
  }
  const MemPoolProperties properties{.location = {.number = ordinal_}};
  MemPool pool = nullptr;
  if (result == kSuccess) result = driver().mem_pool_create(&pool, &properties);
  int wait = 0;                                          // with an allocation, for a free
  uint64_t kept = std::numeric_limits<uint64_t>::max();  // bytes that are freed
  const auto set = [&](MemPoolAttribute attribute, void* value) {
    if (result == kSuccess) result = driver().mem_pool_set_attribute(pool, attribute, value);
  };
  set(kReuseWithInternalDependencies, &wait);
  set(kReleaseThreshold, &kept);
  if (result == kSuccess && !others.empty()) {
    result = driver().mem_pool_set_access(pool, others.data(), others.size());
  }
  for (Stream* const stream : {&allocating_, &freeing_}) {
    if (result == kSuccess) result = driver().stream_create(stream, kStreamNonBlocking);
  }
  if (result != kSuccess) return result;
  AddFreeingStream(*this, freeing_);
  pool_ = pool;
  return kSuccess;
}

// What the pool gives is there when its stream has come to it. Memory that waits to be freed is
// waited for only where no other is left.
Result CudaDevice::AllocateBytes(size_t size, Address& given) {
  Result result = kSuccess;
  if (managed_) {
    result = driver().mem_alloc_managed(&given, size, kAttachGlobal);
  } else if (pool_ == nullptr) {
    result = driver().mem_alloc(&given, size);
  } else {
    result = driver().mem_alloc_from_pool(&given, size, pool_, allocating_);
    if (result == kOutOfMemory && driver().stream_synchronize(freeing_) == kSuccess) {
      result = driver().mem_alloc_from_pool(&given, size, pool_, allocating_);
    }
    if (result == kSuccess) result = driver().stream_synchronize(allocating_);
  }
  if (result == kSuccess) used_ += size;
  return result;
}

// Nobody waits, and nobody gets the memory before all that may use it has run.
void CudaDevice::FreeBytes(Address given, size_t size) {
  used_ -= size;
  if (pool_ == nullptr) {
    driver().mem_free(given);
    return;
  }
  WaitForLiveStreams(*this, freeing_);
  driver().mem_free_async(given, freeing_);
}

// The driver promises multiples of 256, and gives those of 512. Where it does not, memory begins
// `source` bytes behind what it gave.
Result CudaDevice::AllocateAligned(Allocation& allocation) {
  // Managed memory beyond what there is would go to and fro.
  if (managed_ && Memory().free < allocation.extent + quarantine_.bytes()) return kOutOfMemory;
  Address given = 0;
  const Result result = AllocateBytes(allocation.extent, given);
  if (result != kSuccess) return result;
  if (given % kMemoryAlignment == 0) {
    allocation.begin = reinterpret_cast<void*>(given);
    return kSuccess;
  }
  FreeBytes(given, allocation.extent);
  const Result again = AllocateBytes(allocation.extent + kMemoryAlignment, given);
  if (again != kSuccess) return again;
  const Address begin = RoundUp(given, kMemoryAlignment);
  allocation.source = static_cast<int>(begin - given);
  allocation.begin = reinterpret_cast<void*>(begin);
  return kSuccess;
}

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
  OPENACLNN_RETURN_IF_ERROR(AllocateUnchecked(size, kind, allocation));
  if (kind == MemoryKind::kDevice && Checks(Check::kMemory)) {
    NoteAllocated(allocation.begin, size, allocation.extent, number_);
  }
  return {};
}

Status CudaDevice::AllocateUnchecked(size_t size, MemoryKind kind, Allocation& allocation) {
  const Here here(*this);
  const size_t most = std::numeric_limits<size_t>::max() - 2 * kMemorySlack;
  Allocation made{nullptr, size <= most ? size + kMemorySlack : 0, 0};
  Result result = kOutOfMemory;
  if (kind == MemoryKind::kHost) {
    made.source = kPinned;
    if (size <= most)
      result = driver().mem_host_alloc(&made.begin, made.extent, kHostAllocPortable);
  } else if (size <= most) {
    result = AllocateAligned(made);
    while (result == kOutOfMemory && GiveBackWaiting(made.extent)) result = AllocateAligned(made);
  }
  // Only the size varies among the arguments.
  if (result == kOutOfMemory || result == kInvalidValue) return OutOfMemory(size, kind);
  OPENACLNN_RETURN_IF_ERROR(Check(result, "allocation"));
  allocation = made;
  return {};
}

// After the driver's end (static objects are destroyed after it) there is nothing left to free; on
// a lost device, nothing that could be freed.
void CudaDevice::Free(const Allocation& allocation, bool in_use) {
  const bool is_pinned = allocation.source == kPinned;
  const bool is_checked = !is_pinned && Checks(Check::kMemory);
  if (is_checked) NoteFreed(allocation.begin);
  if (in_use) return;
  const Here here(*this);
  if (is_pinned) {
    driver().mem_free_host(allocation.begin);
  } else if (!is_checked) {
    GiveBack(allocation);
  } else {
    quarantine_.Add(allocation);
    Allocation oldest;
    while (quarantine_.TakeOldest(Quarantine::kMost, oldest)) GiveBack(oldest);
  }
}

void CudaDevice::GiveBack(const Allocation& allocation) {
  if (Checks(Check::kMemory)) NoteGone(allocation.begin);
  FreeBytes(GivenOf(allocation), SizeOf(allocation));
}

bool CudaDevice::GiveBackWaiting(size_t bytes) {
  size_t given_back = 0;
  Allocation oldest;
  while (given_back < bytes && quarantine_.TakeOldest(0, oldest)) {
    GiveBack(oldest);
    given_back += SizeOf(oldest);
  }
  return given_back > 0;
}

MemorySize CudaDevice::Memory() {
  const Here here(*this);
  size_t free = 0, total = 0;
  if (driver().mem_get_info(&free, &total) != kSuccess) return {0, 0};
  const uint64_t waiting = quarantine_.bytes();  // is there for whoever needs it
  free += waiting;
  uint64_t reserved = 0;  // by the pool, which keeps what is freed
  if (pool_ != nullptr &&
      driver().mem_pool_get_attribute(pool_, kReservedBytes, &reserved) == kSuccess) {
    free += reserved - std::min(used_.load(), reserved);
  }
  if (managed_) {  // touched or not
    const uint64_t used = used_;
    free = std::min(free, total - std::min(used - std::min(waiting, used), total));
  }
  return {total, std::min(free, total)};
}

}  // namespace openaclnn::cuda
