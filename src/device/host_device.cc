#include "device/host_device.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "acl/acl_base.h"
#include "base/settings.h"
#include "checked/out_of_reach.h"
#include "checked/pages.h"
#include "checked/pinned_memory.h"
#include "checked/report.h"
#include "device/system_memory.h"

namespace openaclnn {
namespace {

enum Source { kHeap, kMap, kOutOfReach, kWatched };  // the last two in checked mode

// `extent` bytes of fresh pages, huge ones if the system has them; null if there is no room.
void* MapPages(size_t extent, Pages pages) {
  extent = RoundUp(extent, PageSize());
  const size_t reserve = pages == Pages::kHuge ? extent + kHugePage : extent;
  void* const mapped =
      mmap(nullptr, reserve, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  if (pages == Pages::kNormal) return mapped;
  const auto address = reinterpret_cast<uintptr_t>(mapped);
  const size_t head = RoundUp(address, kHugePage) - address;
  char* const begin = static_cast<char*>(mapped) + head;
  if (head > 0) munmap(mapped, head);
  munmap(begin + extent, reserve - head - extent);
  madvise(begin, extent, MADV_HUGEPAGE);  // a wish
  return begin;
}

void CopyBytes(void* dst, const void* src, size_t count) {
  std::memmove(HostAddress(dst), HostAddress(src), count);
}

void FillBytes(void* memory, int32_t value, size_t count) {
  std::memset(HostAddress(memory), value, count);
}

class HostQueue final : public Queue {
 public:
  explicit HostQueue(Device& device) : Queue(device, true) {}

  Status Copy(void* dst, const void* src, size_t count) override {
    CopyBytes(dst, src, count);
    return {};
  }
  Status Fill(void* memory, int32_t value, size_t count) override {
    FillBytes(memory, value, count);
    return {};
  }
  Status Record(std::unique_ptr<Mark>& /*mark*/) override { return {}; }
  Status WaitFor(const Mark& /*mark*/) override { return {}; }
};

}  // namespace

Status HostDevice::Allocate(size_t size, MemoryKind kind, Pages pages, Allocation& allocation) {
  Allocation made{nullptr, RoundUp(size + kMemorySlack, kMemorySlack), kHeap};
  if (kind == MemoryKind::kDevice && Checks(Check::kMemory)) {
    made.source = kOutOfReach;
    made.begin = ReserveDeviceMemory(size, number_);
  } else if (kind == MemoryKind::kHost && Checks(Check::kOrder) &&
             (made.begin = ReservePinnedMemory(size)) != nullptr) {
    made.source = kWatched;
  } else if (size < kHugePage) {
    made.begin = std::aligned_alloc(kMemoryAlignment, made.extent);
  } else {
    made.source = kMap;
    made.begin = MapPages(made.extent, pages);
  }
  if (made.begin == nullptr) {
    return Error(ErrorKind::kOutOfDeviceMemory, ACL_ERROR_RT_MEMORY_ALLOCATION,
                 "size: the system has no {} bytes left", size);
  }
  allocation = made;
  return {};
}

void HostDevice::Free(const Allocation& allocation, bool in_use) {
  if (allocation.source == kOutOfReach) return ReleaseDeviceMemory(allocation.begin, in_use);
  if (allocation.source == kWatched) return ReleasePinnedMemory(allocation.begin, in_use);
  if (in_use) return;
  if (allocation.source == kHeap) {
    std::free(allocation.begin);
  } else {
    munmap(allocation.begin, allocation.extent);
  }
}

MemorySize HostDevice::Memory() { return GetSystemMemory(); }

Status HostDevice::Copy(void* dst, const void* src, size_t count) {
  CopyBytes(dst, src, count);
  return {};
}

Status HostDevice::Fill(void* memory, int32_t value, size_t count) {
  FillBytes(memory, value, count);
  return {};
}

Status HostDevice::MakeQueue(std::unique_ptr<Queue>& queue) {
  queue = std::make_unique<HostQueue>(*this);
  return {};
}

int64_t HostDevice::Cores() { return GetSettings().num_threads; }

int64_t HostDevice::CacheSize() { return std::max(0L, sysconf(_SC_LEVEL2_CACHE_SIZE)); }

bool HostDevice::Reaches(int32_t /*peer*/) { return true; }

Status HostDevice::SetPeer(int32_t /*peer*/, bool /*enabled*/) { return {}; }

}  // namespace openaclnn
