#include "checked/device_memory.h"

#include <sys/mman.h>

#include <array>
#include <map>
#include <mutex>
#include <shared_mutex>

#include "checked/fault_handler.h"
#include "checked/pages.h"
#include "checked/pinned_memory.h"
#include "checked/site.h"
#include "fmt/core.h"

namespace openaclnn {
namespace {

struct Block {
  uint64_t number;
  size_t size;    // asked for
  size_t extent;  // mapped
  int32_t device;
  Site made;
  bool live = true;
  Site ended;
  std::optional<Site> reset = std::nullopt;  // of the device, while this was live
};

FaultAnswer ExplainFault(uintptr_t address, const char* did) noexcept;

// Live blocks and, until their addresses are needed again, freed ones, by address. Never destroyed:
// memory may be freed in destructors of static objects.
class DeviceMemory {
 public:
  static DeviceMemory& Get() {
    static auto* const memory = new DeviceMemory;
    return *memory;
  }

  bool Contains(uintptr_t address) const { return address - begin_ < size_; }
  uintptr_t Untranslate(uintptr_t address) const { return address - size_; }
  void* Translate(uintptr_t address) const {
    return reinterpret_cast<void*>(Contains(address) ? address + size_ : address);
  }

  void* Reserve(size_t size, int32_t device) {
    const std::lock_guard lock(mutex_);
    const size_t extent = RoundUp(size, page_) + page_;
    const uintptr_t begin = FindRoom(extent + page_);
    if (begin == 0) return nullptr;
    void* const bytes = Translate(begin);
    if (mprotect(bytes, extent, PROT_READ | PROT_WRITE) != 0) return nullptr;
    blocks_.insert_or_assign(begin, Block{++number_, size, extent, device, CallSite(), true, {}});
    next_ = begin + extent + page_;
    return reinterpret_cast<void*>(begin);
  }

  void Release(uintptr_t begin, bool keep) {
    const std::lock_guard lock(mutex_);
    Block& block = blocks_.at(begin);
    block.live = false;
    block.ended = CallSite();
    if (keep) return;
    mmap(Translate(begin), block.extent, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  }

  void EndDevice(int32_t device) {
    const std::lock_guard lock(mutex_);
    const Site site = CallSite();
    for (auto& [begin, block] : blocks_) {
      if (block.live && block.device == device && !block.reset) block.reset = site;
    }
  }

  // The block that an address is in, or the one before it. The mutex is held.
  struct Found {
    uintptr_t begin = 0;
    const Block* block = nullptr;
  };
  Found Find(uintptr_t address) const {
    auto next = blocks_.upper_bound(address);
    if (!Contains(address) || next == blocks_.begin()) return {};
    --next;
    return {next->first, &next->second};
  }

  std::shared_mutex& mutex() { return mutex_; }

 private:
  DeviceMemory() {
    constexpr size_t kMost = size_t{4} << 40, kLeast = size_t{1} << 30;
    for (size_t size = kMost; size >= kLeast; size /= 2) {
      void* const reserved =
          mmap(nullptr, 2 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (reserved == MAP_FAILED) continue;
      begin_ = reinterpret_cast<uintptr_t>(reserved);
      size_ = size;
      next_ = begin_ + page_;
      InstallFaultHandler(ExplainFault);
      return;
    }
  }

  // The next room for so many bytes between live blocks, from next_ on, then from the beginning.
  // Freed blocks there are forgotten.
  uintptr_t FindRoom(size_t bytes) {
    for (uintptr_t from : {next_, begin_ + page_}) {
      uintptr_t end = from;
      auto it = blocks_.lower_bound(from);
      for (; it != blocks_.end() && it->first < from + bytes; ++it) {
        end = it->first + it->second.extent + page_;
        if (it->second.live) from = end;
      }
      if (bytes > size_ || from - begin_ > size_ - bytes) continue;
      blocks_.erase(blocks_.lower_bound(from), blocks_.lower_bound(from + bytes));
      return from;
    }
    return 0;
  }

  const size_t page_ = PageSize();
  std::shared_mutex mutex_;
  std::map<uintptr_t, Block> blocks_;
  uint64_t number_ = 0;
  uintptr_t begin_ = 0, next_ = 0;
  size_t size_ = 0;
};

std::string TextOf(const Block& block) {
  std::string text = fmt::format("allocation #{} of {} bytes, made by aclrtMalloc at {}",
                                 block.number, block.size, TextOf(block.made));
  if (!block.live) text += fmt::format(" and freed at {}", TextOf(block.ended));
  if (block.live && block.reset) {
    text += fmt::format(", before device {} was reset at {}", block.device, TextOf(*block.reset));
  }
  return text;
}

// Tells of a fault in device memory. Runs in a handler of signals.
FaultAnswer ExplainFault(uintptr_t address, const char* did) noexcept {
  DeviceMemory& memory = DeviceMemory::Get();
  const bool by_host = memory.Contains(address);
  const uintptr_t device_address = by_host ? address : memory.Untranslate(address);
  if (!memory.Contains(device_address)) return FaultAnswer::kUnknown;
  const std::shared_lock lock(memory.mutex(), std::try_to_lock);
  const DeviceMemory::Found found =
      lock.owns_lock() ? memory.Find(device_address) : DeviceMemory::Found();
  std::array<char, 512> text;
  auto end = fmt::format_to_n(text.data(), text.size() - 1, "{} {} device memory: address {:#x}",
                              by_host ? "host code" : "a task on a stream", did, device_address);
  if (found.block != nullptr) {
    end = fmt::format_to_n(end.out, text.data() + text.size() - 1 - end.out,
                           " is at offset {} of {}allocation #{} of {} bytes made by aclrtMalloc",
                           device_address - found.begin, found.block->live ? "" : "freed ",
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

}  // namespace

void* ReserveDeviceMemory(size_t size, int32_t device) {
  return DeviceMemory::Get().Reserve(size, device);
}

void ReleaseDeviceMemory(void* memory, bool keep) {
  DeviceMemory::Get().Release(reinterpret_cast<uintptr_t>(memory), keep);
}

void EndDeviceMemory(int32_t device) { DeviceMemory::Get().EndDevice(device); }

void* TranslateAddress(const void* address) noexcept {
  void* const translated = DeviceMemory::Get().Translate(reinterpret_cast<uintptr_t>(address));
  return translated == address ? TranslatePinned(address) : translated;
}

bool IsDeviceAddress(const void* address) noexcept {
  return DeviceMemory::Get().Contains(reinterpret_cast<uintptr_t>(address));
}

std::optional<Finding> CheckDeviceRange(uintptr_t begin, uintptr_t end) {
  DeviceMemory& memory = DeviceMemory::Get();
  const std::string range = fmt::format("bytes {:#x} to {:#x}", begin, end);
  if (!memory.Contains(begin) && !memory.Contains(end - 1)) {
    return Finding{Mistake::kHostPointer, range + " are not in device memory"};
  }
  const std::shared_lock lock(memory.mutex());
  const DeviceMemory::Found found = memory.Find(memory.Contains(begin) ? begin : end - 1);
  if (found.block == nullptr) {
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
  DeviceMemory& memory = DeviceMemory::Get();
  const std::shared_lock lock(memory.mutex());
  const DeviceMemory::Found found = memory.Find(address);
  if (found.block == nullptr || address - found.begin >= found.block->extent) return std::nullopt;
  return found.block->device;
}

std::string AllocationAt(uintptr_t address) {
  DeviceMemory& memory = DeviceMemory::Get();
  const std::shared_lock lock(memory.mutex());
  const DeviceMemory::Found found = memory.Find(address);
  return found.block != nullptr ? TextOf(*found.block) : "no allocation";
}

bool IsMapped(uintptr_t begin, uintptr_t end) {
  DeviceMemory& memory = DeviceMemory::Get();
  if (!memory.Contains(begin) && !memory.Contains(end - 1)) return true;
  const std::shared_lock lock(memory.mutex());
  const DeviceMemory::Found found = memory.Find(begin);
  return found.block != nullptr && found.block->live && end - found.begin <= found.block->extent;
}

Finding ExplainFree(const void* address, const char* allocator) {
  DeviceMemory& memory = DeviceMemory::Get();
  const std::shared_lock lock(memory.mutex());
  const DeviceMemory::Found found = memory.Find(reinterpret_cast<uintptr_t>(address));
  if (found.block == nullptr) {
    return {Mistake::kForeignFree, fmt::format("{} did not come from {}", address, allocator)};
  }
  const uintptr_t offset = reinterpret_cast<uintptr_t>(address) - found.begin;
  if (offset == 0 && !found.block->live) {
    return {Mistake::kDoubleFree, fmt::format("{} is {}", address, TextOf(*found.block))};
  }
  return {Mistake::kForeignFree,
          fmt::format("{} is at offset {} of {}", address, offset, TextOf(*found.block))};
}

}  // namespace openaclnn
