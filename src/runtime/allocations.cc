#include "runtime/allocations.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <map>
#include <mutex>
#include <shared_mutex>

#include "acl/acl_base.h"
#include "checked/contents.h"
#include "checked/device_memory.h"
#include "checked/history.h"
#include "checked/pinned_memory.h"
#include "checked/uses.h"
#include "runtime/fork.h"
#include "runtime/order.h"
#include "runtime/system_memory.h"

namespace openaclnn {
namespace {

enum class Source { kHeap, kMap, kOutOfReach, kWatched };  // the last two in checked mode

struct Block {
  size_t size;    // asked for
  size_t extent;  // with the slack
  MemoryKind kind;
  Source source;
};

// Live blocks by address. Outlives everything: memory may be freed in destructors of static
// objects.
struct Allocations {
  std::shared_mutex mutex;
  std::map<uintptr_t, Block> blocks;
  uint64_t bytes = 0;  // asked for, of all blocks
};

Allocations& TheAllocations() {
  static auto* const allocations = new Allocations;
  return *allocations;
}

uintptr_t AddressOf(const void* memory) { return reinterpret_cast<uintptr_t>(memory); }

constexpr size_t RoundUp(size_t size, size_t unit) { return (size + unit - 1) / unit * unit; }

// `extent` bytes of fresh pages, huge ones if the system has them; null if there is no room.
void* MapPages(size_t extent, Pages pages) {
  extent = RoundUp(extent, static_cast<size_t>(sysconf(_SC_PAGESIZE)));
  const size_t reserve = pages == Pages::kHuge ? extent + kHugePage : extent;
  void* const mapped =
      mmap(nullptr, reserve, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) return nullptr;
  if (pages == Pages::kNormal) return mapped;
  const size_t head = RoundUp(AddressOf(mapped), kHugePage) - AddressOf(mapped);
  char* const begin = static_cast<char*>(mapped) + head;
  if (head > 0) munmap(mapped, head);
  munmap(begin + extent, reserve - head - extent);
  madvise(begin, extent, MADV_HUGEPAGE);  // a wish
  return begin;
}

// `in_use`: by a task that may yet run; then the bytes stay for ever.
void GiveBack(void* memory, const Block& block, bool in_use = false) {
  if (block.source == Source::kOutOfReach) {
    ForgetContents(memory);
    return ReleaseDeviceMemory(memory, in_use);
  }
  if (block.source == Source::kWatched) return ReleasePinnedMemory(memory, in_use);
  if (in_use) return;
  if (block.source == Source::kHeap) {
    std::free(memory);
  } else {
    munmap(memory, block.extent);
  }
}

// Whether a stream still uses memory that is to be freed; reports it.
bool IsInUse(const void* memory, const Block& block) {
  if (!Checks(Check::kLifetime)) return false;
  const uintptr_t begin = AddressOf(memory);
  const auto use = FindUse(begin, begin + block.size, UseKind::kAny);
  if (!use) return false;
  ReportMistake(Mistake::kFreedInUse,
                fmt::format("aclrtFree({}): these {} bytes are {}, which nobody has waited for.",
                            memory, block.size, *use));
  return true;
}

// The block at an address that aclrtFree or aclrtFreeHost was given.
Status CheckBlock(const std::map<uintptr_t, Block>& blocks, void* memory, MemoryKind kind,
                  std::map<uintptr_t, Block>::const_iterator& found) {
  found = blocks.find(AddressOf(memory));
  const bool device = kind == MemoryKind::kDevice;
  const char* const name = device ? "devPtr" : "hostPtr";
  if (found == blocks.end()) {
    return Error(ErrorKind::kNotAllocated, ACL_ERROR_RT_PARAM_INVALID,
                 "{}: {} is not the address of live memory from {}; freed already?", name, memory,
                 device ? "aclrtMalloc" : "aclrtMallocHost");
  }
  if (found->second.kind == kind) return {};
  return Error(ErrorKind::kWrongFree, ACL_ERROR_RT_PARAM_INVALID,
               "{}: {} was allocated by {}; free it with {}", name, memory,
               device ? "aclrtMallocHost" : "aclrtMalloc", device ? "aclrtFreeHost" : "aclrtFree");
}

void ReportBadFree(const void* memory, MemoryKind kind, const Status& status, bool live) {
  if (!Checks(Check::kMemory)) return;
  const bool device = kind == MemoryKind::kDevice;
  const Finding finding = live ? Finding{Mistake::kForeignFree, status.message()}
                               : ExplainFree(memory, device ? "aclrtMalloc" : "aclrtMallocHost");
  ReportMistake(finding.mistake,
                fmt::format("{}: {}.", device ? "aclrtFree" : "aclrtFreeHost", finding.details));
}

}  // namespace

Status AllocateMemory(size_t size, MemoryKind kind, Pages pages, int32_t device, void*& memory) {
  static const uint64_t total = GetSystemMemory().total;
  Allocations& allocations = TheAllocations();
  const std::lock_guard lock(allocations.mutex);
  if (size > total || allocations.bytes > total - size) {
    return Error(ErrorKind::kOutOfDeviceMemory, ACL_ERROR_RT_MEMORY_ALLOCATION,
                 "size: cannot allocate {} bytes; {} of {} bytes are allocated", size,
                 allocations.bytes, total);
  }
  Block block{size, RoundUp(size + kMemorySlack, kMemorySlack), kind, Source::kHeap};
  void* allocated = nullptr;
  if (kind == MemoryKind::kDevice && Checks(Check::kMemory)) {
    block.source = Source::kOutOfReach;
    allocated = ReserveDeviceMemory(size, device);
  } else if (kind == MemoryKind::kHost && Checks(Check::kOrder) &&
             (allocated = ReservePinnedMemory(size)) != nullptr) {
    block.source = Source::kWatched;
  } else if (size < kHugePage) {
    allocated = std::aligned_alloc(kMemoryAlignment, block.extent);
  } else {
    block.source = Source::kMap;
    allocated = MapPages(block.extent, pages);
  }
  if (allocated == nullptr) {
    return Error(ErrorKind::kOutOfDeviceMemory, ACL_ERROR_RT_MEMORY_ALLOCATION,
                 "size: the system has no {} bytes left", size);
  }
  try {
    if (block.source == Source::kOutOfReach) TrackContents(allocated, size);
    allocations.blocks.emplace(AddressOf(allocated), block);
  } catch (...) {
    GiveBack(allocated, block);
    throw;
  }
  allocations.bytes += size;
  memory = allocated;
  Made(kind == MemoryKind::kDevice ? "device memory" : "pinned host memory", memory, size);
  return {};
}

Status FreeMemory(void* memory, MemoryKind kind) {
  OPENACLNN_RETURN_IF_ERROR(CheckNotForked());
  Allocations& allocations = TheAllocations();
  Block block;
  {
    const std::lock_guard lock(allocations.mutex);
    std::map<uintptr_t, Block>::const_iterator found;
    Status status = CheckBlock(allocations.blocks, memory, kind, found);
    if (!status.ok()) {
      ReportBadFree(memory, kind, status, found != allocations.blocks.end());
      return status;
    }
    block = found->second;
    allocations.bytes -= block.size;
    allocations.blocks.erase(found);
  }
  Ended(memory, kind == MemoryKind::kDevice ? "aclrtFree" : "aclrtFreeHost");
  if (Checks(Check::kOrder)) TheOrder().Forget(AddressOf(memory), AddressOf(memory) + block.extent);
  GiveBack(memory, block, IsInUse(memory, block));
  return {};
}

std::optional<MemoryKind> KindOf(const void* begin, size_t size) {
  Allocations& allocations = TheAllocations();
  const uintptr_t address = AddressOf(begin);
  const std::shared_lock lock(allocations.mutex);
  auto next = allocations.blocks.upper_bound(address);
  if (next == allocations.blocks.begin()) return std::nullopt;
  const auto& [start, block] = *--next;
  const size_t offset = address - start;
  if (offset > block.extent || size > block.extent - offset) return std::nullopt;
  return block.kind;
}

}  // namespace openaclnn
