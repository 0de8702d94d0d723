#include "runtime/allocations.h"

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <shared_mutex>

#include "acl/acl_base.h"
#include "checked/contents.h"
#include "checked/device_memory.h"
#include "checked/fault_handler.h"
#include "checked/history.h"
#include "checked/site.h"
#include "checked/uses.h"
#include "device/devices.h"
#include "device/system_memory.h"
#include "runtime/capture.h"
#include "runtime/fork.h"
#include "runtime/order.h"
#include "runtime/virtual_memory.h"

namespace openaclnn {
namespace {

struct Block {
  size_t size;     // asked for
  size_t counted;  // of them, those of the machine's memory
  MemoryKind kind;
  bool tracked;  // checked/contents.h knows it
  Device* device;
  Allocation memory;
};

// Live blocks by address. Outlives everything: memory may be freed in destructors of static
// objects.
struct Allocations {
  std::shared_mutex mutex;
  std::map<uintptr_t, Block> blocks;
  uint64_t bytes = 0;  // counted, of all blocks
};

Allocations& TheAllocations() {
  static auto* const allocations = new Allocations;
  return *allocations;
}

uintptr_t AddressOf(const void* memory) { return reinterpret_cast<uintptr_t>(memory); }

// `in_use`: by a task that may yet run; then the bytes stay for ever.
void GiveBack(const Block& block, bool in_use = false) {
  if (block.tracked) ForgetContents(block.memory.begin);
  block.device->Free(block.memory, in_use);
}

// The live block that all of a range lies in; null if there is none. The mutex is held.
const Block* FindBlock(uintptr_t address, size_t size) {
  const auto& blocks = TheAllocations().blocks;
  auto next = blocks.upper_bound(address);
  if (next == blocks.begin()) return nullptr;
  const auto& [start, block] = *--next;
  const size_t offset = address - start, extent = block.memory.extent;
  return offset <= extent && size <= extent - offset ? &block : nullptr;
}

// Tells of an access of the host to memory that only a device reaches. Runs in a handler of
// signals.
FaultAnswer ExplainFault(uintptr_t address, const char* did) noexcept {
  const std::shared_lock lock(TheAllocations().mutex, std::try_to_lock);
  const Block* const block = lock.owns_lock() ? FindBlock(address, 1) : nullptr;
  if (block == nullptr || block->kind != MemoryKind::kDevice || block->device->IsHost()) {
    return FaultAnswer::kUnknown;
  }
  std::array<char, 512> text;
  const SiteText site = FormatSite(CallSite());
  *fmt::format_to_n(
       text.data(), text.size() - 1,
       "host code {} device memory: address {:#x} is at offset {} of the {} bytes made "
       "by aclrtMalloc; the code is at {}.",
       did, address, address - AddressOf(block->memory.begin), block->size, site.data())
       .out = '\0';
  ReportFromSignal(Mistake::kHostAccess, text.data());
  return FaultAnswer::kReported;
}

// From now on, faults are explained, before the program handles them.
void ExplainFaults() {
  [[maybe_unused]] static const bool installed = [] {
    InstallFaultHandler(ExplainFault);
    return true;
  }();
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
  Device& owner = DeviceOfNumber(device);
  // What the machine's memory holds; a device with memory of its own knows what that holds.
  const size_t counted = kind == MemoryKind::kHost || owner.IsHost() ? size : 0;
  if (counted > total || allocations.bytes > total - counted) {
    return Error(ErrorKind::kOutOfDeviceMemory, ACL_ERROR_RT_MEMORY_ALLOCATION,
                 "size: cannot allocate {} bytes; {} of {} bytes are allocated", size,
                 allocations.bytes, total);
  }
  const bool tracked = kind == MemoryKind::kDevice && Checks(Check::kMemory);
  Block block{size, counted, kind, tracked, &owner, {}};
  OPENACLNN_RETURN_IF_ERROR(block.device->Allocate(size, kind, pages, block.memory));
  if (kind == MemoryKind::kDevice && !owner.IsHost()) ExplainFaults();
  void* const allocated = block.memory.begin;
  try {
    if (block.tracked) TrackContents(allocated, size);
    allocations.blocks.emplace(AddressOf(allocated), block);
  } catch (...) {
    GiveBack(block);
    throw;
  }
  allocations.bytes += counted;
  memory = allocated;
  Made(kind == MemoryKind::kDevice ? "device memory" : "pinned host memory", memory, size);
  return {};
}

Status FreeMemory(void* memory, MemoryKind kind, bool by_task) {
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
    allocations.bytes -= block.counted;
    allocations.blocks.erase(found);
  }
  Ended(memory, kind == MemoryKind::kDevice ? "aclrtFree" : "aclrtFreeHost");
  if (Checks(Check::kOrder))
    TheOrder().Forget(AddressOf(memory), AddressOf(memory) + block.memory.extent);
  const bool stays = AnyCaptures() && FreeWithGraph([block] { GiveBack(block); });
  if (!stays) GiveBack(block, !by_task && IsInUse(memory, block));
  return {};
}

std::optional<MemoryKind> KindOf(const void* begin, size_t size) {
  const std::shared_lock lock(TheAllocations().mutex);
  const Block* const block = FindBlock(AddressOf(begin), size);
  if (block != nullptr) return block->kind;
  return IsMapped(begin, size) ? std::optional(MemoryKind::kDevice) : std::nullopt;
}

}  // namespace openaclnn
