#include "checked/out_of_reach.h"

#include <sys/mman.h>

#include <atomic>
#include <map>
#include <mutex>

#include "checked/blocks.h"
#include "checked/device_memory.h"
#include "checked/fault_handler.h"
#include "checked/pages.h"
#include "checked/pinned_memory.h"

namespace openaclnn {
namespace {

FaultAnswer ExplainFault(uintptr_t address, const char* did) noexcept;

// The two ranges. Never destroyed, as blocks are not.
class Ranges {
 public:
  static Ranges& Get() {
    static auto* const ranges = [] {
      auto* const made = new Ranges;
      the_ranges = made;
      return made;
    }();
    return *ranges;
  }
  // Null before the first allocation.
  static const Ranges* Find() noexcept { return the_ranges.load(std::memory_order_acquire); }

  bool Contains(uintptr_t address) const { return address - begin_ < size_; }
  uintptr_t Untranslate(uintptr_t address) const { return address - size_; }
  void* Translate(uintptr_t address) const {
    return reinterpret_cast<void*>(Contains(address) ? address + size_ : address);
  }

  void* Reserve(size_t size, int32_t device) {
    Blocks& blocks = Blocks::Get();
    const std::lock_guard lock(blocks.mutex);
    const size_t extent = RoundUp(size, page_) + page_;
    const uintptr_t begin = FindRoom(blocks.all, extent + page_);
    if (begin == 0) return nullptr;
    if (mprotect(Translate(begin), extent, PROT_READ | PROT_WRITE) != 0) return nullptr;
    blocks.Add(begin, size, extent, device);
    next_ = begin + extent + page_;
    return reinterpret_cast<void*>(begin);
  }

  void Unmap(uintptr_t begin, size_t extent) {
    mmap(Translate(begin), extent, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
  }

 private:
  Ranges() {
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
  uintptr_t FindRoom(std::map<uintptr_t, Block>& blocks, size_t bytes) {
    for (uintptr_t from : {next_, begin_ + page_}) {
      uintptr_t end = from;
      auto it = blocks.lower_bound(from);
      for (; it != blocks.end() && it->first < from + bytes; ++it) {
        end = it->first + it->second.extent + page_;
        if (it->second.live) from = end;
      }
      if (bytes > size_ || from - begin_ > size_ - bytes) continue;
      blocks.erase(blocks.lower_bound(from), blocks.lower_bound(from + bytes));
      return from;
    }
    return 0;
  }

  static inline std::atomic<const Ranges*> the_ranges{nullptr};

  const size_t page_ = PageSize();
  uintptr_t begin_ = 0, next_ = 0;  // next_ is guarded by the mutex of the blocks
  size_t size_ = 0;
};

// Runs in a handler of signals.
FaultAnswer ExplainFault(uintptr_t address, const char* did) noexcept {
  const Ranges* const ranges = Ranges::Find();
  if (ranges == nullptr) return FaultAnswer::kUnknown;
  if (ranges->Contains(address)) return ReportFault(address, did, Culprit::kHostCode);
  const uintptr_t device_address = ranges->Untranslate(address);
  if (!ranges->Contains(device_address)) return FaultAnswer::kUnknown;
  return ReportFault(device_address, did, Culprit::kTask);
}

}  // namespace

void* ReserveDeviceMemory(size_t size, int32_t device) {
  return Ranges::Get().Reserve(size, device);
}

void ReleaseDeviceMemory(void* memory, bool keep) {
  const size_t extent = NoteFreed(memory);
  if (!keep) Ranges::Get().Unmap(reinterpret_cast<uintptr_t>(memory), extent);
}

void* TranslateAddress(const void* address) noexcept {
  const Ranges* const ranges = Ranges::Find();
  void* const translated = ranges != nullptr
                               ? ranges->Translate(reinterpret_cast<uintptr_t>(address))
                               : const_cast<void*>(address);
  return translated == address ? TranslatePinned(address) : translated;
}

bool IsOutOfReach(uintptr_t address) noexcept {
  const Ranges* const ranges = Ranges::Find();
  return ranges != nullptr && ranges->Contains(address);
}

}  // namespace openaclnn
