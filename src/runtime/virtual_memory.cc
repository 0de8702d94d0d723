#include "runtime/virtual_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "acl/acl_base.h"
#include "base/handle_table.h"
#include "checked/pages.h"
#include "checked/report.h"
#include "device/devices.h"
#include "device/system_memory.h"

namespace openaclnn {
namespace {

// Memory without an address, as a file that has no name.
class Physical {
 public:
  Physical(int file, size_t size) : file_(file), size_(size) {}
  ~Physical() { close(file_); }
  Physical(const Physical&) = delete;
  Physical& operator=(const Physical&) = delete;

  int file() const { return file_; }
  size_t size() const { return size_; }

 private:
  const int file_;
  const size_t size_;
};
using PhysicalTable = HandleTable<std::shared_ptr<Physical>, HandleKind::kPhysicalMemory>;

struct Mapping {
  size_t size;
  std::shared_ptr<Physical> memory;
};

struct VirtualMemory {
  std::mutex mutex;
  // By address:
  std::map<uintptr_t, size_t> reserved;
  std::map<uintptr_t, Mapping> mapped;
};

VirtualMemory& TheVirtualMemory() {
  static auto* const memory = new VirtualMemory;
  return *memory;
}

std::atomic<int> mappings_alive{0};

uintptr_t AddressOf(const void* begin) { return reinterpret_cast<uintptr_t>(begin); }

Status CheckSize(size_t size) {
  if (size != 0 && size % kMapGranularity == 0) return {};
  return Error(ErrorKind::kInvalidValue, ACL_ERROR_RT_PARAM_INVALID,
               "size: is {}, expected a multiple of {} above 0", size, kMapGranularity);
}

Status NoRoom(size_t size, const char* reason) {
  return Error(ErrorKind::kOutOfDeviceMemory, ACL_ERROR_RT_MEMORY_ALLOCATION,
               "size: the system has no {} bytes left: {}", size, reason);
}

// The last entry that begins at an address or before; end() if there is none.
template <class Map>
auto LastUpTo(Map& map, uintptr_t address) {
  auto next = map.upper_bound(address);
  return next == map.begin() ? map.end() : std::prev(next);
}

// Whether something is mapped in a range. The mutex is held.
bool HasMappings(uintptr_t begin, size_t size) {
  auto& mapped = TheVirtualMemory().mapped;
  const auto last = LastUpTo(mapped, begin + size - 1);
  return last != mapped.end() && last->first + last->second.size > begin;
}

// The mutex is held.
Status CheckRoom(uintptr_t begin, size_t size) {
  VirtualMemory& memory = TheVirtualMemory();
  const auto around = LastUpTo(memory.reserved, begin);
  const bool inside = around != memory.reserved.end() && begin - around->first <= around->second &&
                      size <= around->second - (begin - around->first);
  if (!inside || begin % kMapGranularity != 0) {
    return Error(ErrorKind::kInvalidValue, ACL_ERROR_RT_PARAM_INVALID,
                 "virPtr: {} bytes at {:#x} are not reserved by aclrtReserveMemAddress from a "
                 "multiple of {} on",
                 size, begin, kMapGranularity);
  }
  if (!HasMappings(begin, size)) return {};
  return Error(ErrorKind::kInvalidValue, ACL_ERROR_RT_PARAM_INVALID,
               "virPtr: some of the {} bytes at {:#x} are mapped already; call aclrtUnmapMem first",
               size, begin);
}

Status NoSuchMemory(aclrtDrvMemHandle handle) {
  return Error(ErrorKind::kNotLive, ACL_ERROR_RT_INVALID_HANDLE,
               "handle: {} is not that of live memory from aclrtMallocPhysical", handle);
}

}  // namespace

bool HasVirtualMemory(int32_t device) {
  return DeviceOfNumber(device).IsHost() && !Checks(Check::kMemory);
}

Status ReserveAddresses(size_t asked, void*& begin) {
  if (asked == 0) {
    return Error(ErrorKind::kInvalidValue, ACL_ERROR_RT_PARAM_INVALID, "size: is 0");
  }
  if (asked > SIZE_MAX / 2) return NoRoom(asked, std::strerror(ENOMEM));
  const size_t size = RoundUp(asked, kMapGranularity);
  const size_t extent = size + kMapGranularity;  // so that a multiple is among them
  void* const mapped =
      mmap(nullptr, extent, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) return NoRoom(size, std::strerror(errno));
  const size_t head = RoundUp(AddressOf(mapped), kMapGranularity) - AddressOf(mapped);
  char* const first = static_cast<char*>(mapped) + head;
  if (head > 0) munmap(mapped, head);
  munmap(first + size, kMapGranularity - head);
  VirtualMemory& memory = TheVirtualMemory();
  const std::lock_guard lock(memory.mutex);
  try {
    memory.reserved.emplace(AddressOf(first), size);
  } catch (...) {
    munmap(first, size);
    throw;
  }
  begin = first;
  return {};
}

Status ReleaseAddresses(void* begin) {
  VirtualMemory& memory = TheVirtualMemory();
  const std::lock_guard lock(memory.mutex);
  const auto found = memory.reserved.find(AddressOf(begin));
  if (found == memory.reserved.end()) {
    return Error(ErrorKind::kNotAllocated, ACL_ERROR_RT_PARAM_INVALID,
                 "virPtr: {} is not an address from aclrtReserveMemAddress; released already?",
                 begin);
  }
  if (HasMappings(found->first, found->second)) {
    return Error(ErrorKind::kInvalidValue, ACL_ERROR_RT_PARAM_INVALID,
                 "virPtr: memory is mapped in the {} bytes at {}; call aclrtUnmapMem first",
                 found->second, begin);
  }
  munmap(begin, found->second);
  memory.reserved.erase(found);
  return {};
}

Status AllocatePhysical(size_t size, int32_t device, aclrtDrvMemHandle& handle) {
  OPENACLNN_RETURN_IF_ERROR(CheckSize(size));
  if (size > DeviceOfNumber(device).Memory().total) {
    return NoRoom(size, "the device has less");
  }
  const int file = memfd_create("openaclnn", MFD_CLOEXEC);
  if (file < 0) return NoRoom(size, std::strerror(errno));
  if (ftruncate(file, static_cast<off_t>(size)) != 0) {
    const int reason = errno;
    close(file);
    return NoRoom(size, std::strerror(reason));
  }
  handle = PhysicalTable::Get().Create(std::make_shared<Physical>(file, size));
  return {};
}

Status FreePhysical(aclrtDrvMemHandle handle) {
  const std::lock_guard lock(TheVirtualMemory().mutex);
  return PhysicalTable::Get().Destroy(handle) ? Status() : NoSuchMemory(handle);
}

Status MapPhysical(void* begin, size_t size, aclrtDrvMemHandle handle) {
  OPENACLNN_RETURN_IF_ERROR(CheckSize(size));
  VirtualMemory& memory = TheVirtualMemory();
  const std::lock_guard lock(memory.mutex);
  const std::shared_ptr<Physical>* const found = PhysicalTable::Get().Find(handle);
  if (found == nullptr) return NoSuchMemory(handle);
  if (size > (*found)->size()) {
    return Error(ErrorKind::kInvalidValue, ACL_ERROR_RT_PARAM_INVALID,
                 "size: is {}, more than the {} bytes of the memory", size, (*found)->size());
  }
  OPENACLNN_RETURN_IF_ERROR(CheckRoom(AddressOf(begin), size));
  const auto added = memory.mapped.emplace(AddressOf(begin), Mapping{size, *found}).first;
  void* const mapped =
      mmap(begin, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, (*found)->file(), 0);
  if (mapped == MAP_FAILED) {
    const int reason = errno;
    memory.mapped.erase(added);
    return NoRoom(size, std::strerror(reason));
  }
  mappings_alive.fetch_add(1, std::memory_order_relaxed);
  return {};
}

Status Unmap(void* begin) {
  VirtualMemory& memory = TheVirtualMemory();
  const std::lock_guard lock(memory.mutex);
  const auto found = memory.mapped.find(AddressOf(begin));
  if (found == memory.mapped.end()) {
    return Error(ErrorKind::kNotAllocated, ACL_ERROR_RT_PARAM_INVALID,
                 "virPtr: no memory was mapped at {} by aclrtMapMem", begin);
  }
  // The addresses stay reserved.
  void* const reserved = mmap(begin, found->second.size, PROT_NONE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  if (reserved == MAP_FAILED) return NoRoom(found->second.size, std::strerror(errno));
  memory.mapped.erase(found);
  mappings_alive.fetch_sub(1, std::memory_order_relaxed);
  return {};
}

bool IsMapped(const void* begin, size_t size) {
  if (mappings_alive.load(std::memory_order_relaxed) == 0) return false;
  VirtualMemory& memory = TheVirtualMemory();
  const std::lock_guard lock(memory.mutex);
  uintptr_t at = AddressOf(begin);
  const uintptr_t end = at + size;
  for (auto found = LastUpTo(memory.mapped, at); found != memory.mapped.end(); ++found) {
    const uintptr_t next = found->first + found->second.size;
    if (found->first > at || next <= at) return false;
    if (next >= end) return true;
    at = next;
  }
  return false;
}

}  // namespace openaclnn
