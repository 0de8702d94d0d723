#include "checked/device_memory.h"

#include <array>
#include <atomic>
#include <iterator>
#include <mutex>

#include "checked/blocks.h"
#include "checked/out_of_reach.h"
#include "fmt/core.h"

namespace openaclnn {
namespace {

std::atomic<KnowsFunction> knows_device{nullptr};

bool IsKnown(uintptr_t address) {
  const KnowsFunction knows = knows_device.load(std::memory_order_acquire);
  return knows != nullptr && knows(address);
}

uintptr_t AddressOf(const void* memory) { return reinterpret_cast<uintptr_t>(memory); }

// The block that an address is in or, where all addresses round it are device memory, the one
// before it. The mutex is held.
struct Found {
  uintptr_t begin = 0;
  const Block* block = nullptr;
};
Found Find(uintptr_t address) {
  const auto& all = Blocks::Get().all;
  auto next = all.upper_bound(address);
  if (next == all.begin()) return {};
  const auto& [begin, block] = *--next;
  if (address - begin >= block.extent && !IsOutOfReach(address)) return {};
  return {begin, &block};
}

// Others have the addresses of a block that is gone if the device knows of them.
Found FindOwn(uintptr_t address) {
  const Found found = Find(address);
  return found.block != nullptr && found.block->gone && IsKnown(address) ? Found() : found;
}

// Explains a fault of the host in memory that only the device reaches. Runs in a handler of
// signals.
FaultAnswer ExplainFault(uintptr_t address, const char* did) noexcept {
  {
    const std::shared_lock lock(Blocks::Get().mutex, std::try_to_lock);
    const Found found = lock.owns_lock() ? Find(address) : Found();
    if (found.block == nullptr || found.block->gone) return FaultAnswer::kUnknown;
  }
  return ReportFault(address, did, Culprit::kHostCode);
}

std::string TextOf(const Block& block) {
  std::string text = fmt::format("allocation #{} of {} bytes, made by aclrtMalloc at {}",
                                 block.number, block.size, TextOf(block.made));
  if (!block.live) text += fmt::format(" and freed at {}", TextOf(block.ended));
  if (block.live && block.reset) {
    text += fmt::format(", before device {} was reset at {}", block.device, TextOf(*block.reset));
  }
  return text;
}

}  // namespace

Blocks& Blocks::Get() {
  static auto* const blocks = new Blocks;
  return *blocks;
}

void Blocks::Add(uintptr_t begin, size_t size, size_t extent, int32_t device) {
  auto from = all.lower_bound(begin);
  if (from != all.begin()) {
    const auto before = std::prev(from);
    if (begin - before->first < before->second.extent) from = before;
  }
  all.erase(from, all.lower_bound(begin + extent));
  all.emplace(begin, Block{++number, size, extent, device, CallSite(), true, {}});
}

void NoteAllocated(const void* memory, size_t size, size_t extent, int32_t device) {
  Blocks& blocks = Blocks::Get();
  const std::lock_guard lock(blocks.mutex);
  blocks.Add(AddressOf(memory), size, extent, device);
}

size_t NoteFreed(const void* memory) {
  Blocks& blocks = Blocks::Get();
  const Site site = CallSite();
  const std::lock_guard lock(blocks.mutex);
  const auto found = blocks.all.find(AddressOf(memory));
  if (found == blocks.all.end()) return 0;
  found->second.live = false;
  found->second.ended = site;
  return found->second.extent;
}

void NoteGone(const void* memory) {
  Blocks& blocks = Blocks::Get();
  const std::lock_guard lock(blocks.mutex);
  const auto found = blocks.all.find(AddressOf(memory));
  if (found != blocks.all.end()) found->second.gone = true;
}

void EndDeviceMemory(int32_t device) {
  Blocks& blocks = Blocks::Get();
  const Site site = CallSite();
  const std::lock_guard lock(blocks.mutex);
  for (auto& [begin, block] : blocks.all) {
    if (block.live && block.device == device && !block.reset) block.reset = site;
  }
}

void AskWhetherDevice(KnowsFunction knows) {
  if (knows_device.exchange(knows) == nullptr) InstallFaultHandler(ExplainFault);
}

bool IsDeviceAddress(const void* address) noexcept {
  if (IsOutOfReach(AddressOf(address)) || IsKnown(AddressOf(address))) return true;
  const std::shared_lock lock(Blocks::Get().mutex);
  return Find(AddressOf(address)).block != nullptr;
}

std::optional<Finding> CheckDeviceRange(uintptr_t begin, uintptr_t end) {
  const std::string range = fmt::format("bytes {:#x} to {:#x}", begin, end);
  const auto is_device = [](uintptr_t address) {
    return IsDeviceAddress(reinterpret_cast<const void*>(address));
  };
  const bool begins_there = is_device(begin);
  if (!begins_there && !is_device(end - 1)) {
    return Finding{Mistake::kHostPointer, range + " are not in device memory"};
  }
  const std::shared_lock lock(Blocks::Get().mutex);
  const Found found = FindOwn(begins_there ? begin : end - 1);
  if (found.block == nullptr) {
    if (!IsOutOfReach(begins_there ? begin : end - 1)) return std::nullopt;
    return Finding{Mistake::kOutOfBounds, range + " are in no allocation"};
  }
  const Block& block = *found.block;
  const uintptr_t first = begin - found.begin, last = end - found.begin;  // modulo 2^64
  if (first < block.size && last <= block.size) {
    if (block.live && !block.reset) return std::nullopt;
    return Finding{block.live ? Mistake::kBeforeReset : Mistake::kUseAfterFree,
                   fmt::format("{} are in {}", range, TextOf(block))};
  }
  return Finding{Mistake::kOutOfBounds,
                 fmt::format("{} are offsets {} to {} of {}", range, static_cast<int64_t>(first),
                             static_cast<int64_t>(last), TextOf(block))};
}

std::optional<int32_t> DeviceOf(uintptr_t address) {
  const std::shared_lock lock(Blocks::Get().mutex);
  const Found found = FindOwn(address);
  if (found.block == nullptr || address - found.begin >= found.block->extent) return std::nullopt;
  return found.block->device;
}

std::string AllocationAt(uintptr_t address) {
  const std::shared_lock lock(Blocks::Get().mutex);
  const Found found = FindOwn(address);
  return found.block != nullptr ? TextOf(*found.block) : "no allocation";
}

bool IsMapped(uintptr_t begin, uintptr_t end) {
  const std::shared_lock lock(Blocks::Get().mutex);
  const Found found = Find(begin);
  return found.block != nullptr && found.block->live && end - found.begin <= found.block->extent;
}

Finding ExplainFree(const void* address, const char* allocator) {
  const std::shared_lock lock(Blocks::Get().mutex);
  const Found found = Find(AddressOf(address));
  if (found.block == nullptr) {
    return {Mistake::kForeignFree, fmt::format("{} did not come from {}", address, allocator)};
  }
  const uintptr_t offset = AddressOf(address) - found.begin;
  if (offset == 0 && !found.block->live) {
    return {Mistake::kDoubleFree, fmt::format("{} is {}", address, TextOf(*found.block))};
  }
  return {Mistake::kForeignFree,
          fmt::format("{} is at offset {} of {}", address, offset, TextOf(*found.block))};
}

FaultAnswer ReportFault(uintptr_t address, const char* did, Culprit culprit) noexcept {
  const bool by_host = culprit == Culprit::kHostCode;
  const std::shared_lock lock(Blocks::Get().mutex, std::try_to_lock);
  const Found found = lock.owns_lock() ? Find(address) : Found();
  std::array<char, 512> text;
  auto end = fmt::format_to_n(text.data(), text.size() - 1, "{} {} device memory: address {:#x}",
                              by_host ? "host code" : "a task on a stream", did, address);
  if (found.block != nullptr) {
    end = fmt::format_to_n(end.out, text.data() + text.size() - 1 - end.out,
                           " is at offset {} of {}allocation #{} of {} bytes made by aclrtMalloc",
                           address - found.begin, found.block->live ? "" : "freed ",
                           found.block->number, found.block->size);
  }
  if (by_host) {
    const SiteText site = FormatSite(CallSite());
    end = fmt::format_to_n(end.out, text.data() + text.size() - 1 - end.out, "; the code is at {}",
                           site.data());
  }
  end = fmt::format_to_n(end.out, text.data() + text.size() - 1 - end.out, ".");
  *end.out = '\0';
  ReportFromSignal(by_host ? Mistake::kHostAccess : Mistake::kUseAfterFree, text.data());
  return FaultAnswer::kReported;
}

}  // namespace openaclnn
