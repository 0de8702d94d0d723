#include "checked/pinned_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include "checked/fault_handler.h"
#include "checked/pages.h"
#include "checked/report.h"
#include "checked/site.h"
#include "fmt/core.h"

namespace openaclnn {
namespace {

struct Block {
  size_t size;     // asked for
  size_t extent;   // mapped
  uintptr_t copy;  // where it is mapped again
};

struct Watch {
  uintptr_t begin, end;  // pages
  std::string task;
  bool reported = false;
};

FaultAnswer ExplainFault(uintptr_t address, const char* did) noexcept;

// Never destroyed: memory may be freed in destructors of static objects. Nothing here touches the
// memory of the first mapping while it holds the mutex, which the handler of faults wants.
class PinnedMemory {
 public:
  static PinnedMemory& Get() {
    static auto* const memory = new PinnedMemory;
    return *memory;
  }

  void* Reserve(size_t size) {
    const size_t extent = RoundUp(size, page_) + page_;
    const int file = memfd_create("openaclnn pinned memory", MFD_CLOEXEC);
    if (file < 0) return nullptr;
    void* first = MAP_FAILED;
    void* second = MAP_FAILED;
    if (ftruncate(file, static_cast<off_t>(extent)) == 0) {
      first = mmap(nullptr, extent, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
      second = mmap(nullptr, extent, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    }
    close(file);
    if (first == MAP_FAILED || second == MAP_FAILED) {
      if (first != MAP_FAILED) munmap(first, extent);
      if (second != MAP_FAILED) munmap(second, extent);
      return nullptr;
    }
    const std::lock_guard lock(mutex_);
    blocks_.emplace(AddressOf(first), Block{size, extent, AddressOf(second)});
    return first;
  }

  void Release(uintptr_t begin, bool keep) {
    const std::lock_guard lock(mutex_);
    const auto found = blocks_.find(begin);
    const Block& block = found->second;
    std::erase_if(watches_, [&](const auto& entry) {
      return entry.second.begin >= begin && entry.second.end <= begin + block.extent;
    });
    if (keep) {
      Protect(begin, begin + block.extent, PROT_READ | PROT_WRITE);
      return;
    }
    munmap(reinterpret_cast<void*>(begin), block.extent);
    munmap(reinterpret_cast<void*>(block.copy), block.extent);
    blocks_.erase(found);
  }

  uintptr_t Translate(uintptr_t address) {
    const std::shared_lock lock(mutex_);
    const auto found = Find(address);
    return found == blocks_.end() ? address : address - found->first + found->second.copy;
  }

  uint64_t Begin(uintptr_t begin, uintptr_t end, std::string task) {
    const std::lock_guard lock(mutex_);
    const auto found = Find(begin);
    if (found == blocks_.end()) return 0;
    const auto& [start, block] = *found;
    const uintptr_t first = RoundUp(begin, page_);
    const uintptr_t last =
        end >= start + block.size ? RoundUp(start + block.size, page_) : RoundDown(end, page_);
    if (first >= last) return 0;
    watches_.emplace(++number_, Watch{first, last, std::move(task)});
    Protect(first, last, PROT_NONE);
    return number_;
  }

  void End(uint64_t number) {
    const std::lock_guard lock(mutex_);
    const auto found = watches_.find(number);
    if (found == watches_.end()) return;
    const Watch ended = std::move(found->second);
    watches_.erase(found);
    Unprotect(ended);
  }

  FaultAnswer Explain(uintptr_t address, const char* did) noexcept {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) return FaultAnswer::kTryAgain;
    const auto found = std::ranges::find_if(watches_, [&](const auto& entry) {
      const Watch& watch = entry.second;
      return !watch.reported && watch.begin <= address && address < watch.end;
    });
    // The watch may have ended since.
    if (found == watches_.end()) {
      return Find(address) == blocks_.end() ? FaultAnswer::kUnknown : FaultAnswer::kTryAgain;
    }
    Watch& watch = found->second;
    std::array<char, 768> text;
    const SiteText site = FormatSite(CallSite());
    *fmt::format_to_n(text.data(), text.size() - 1,
                      "{}, and the program (on the host) {} {:#x} at {}; nothing orders the two.",
                      watch.task, did, address, site.data())
         .out = '\0';
    ReportFromSignal(Mistake::kHostRace, text.data());
    if (GetSettings().check_abort) return FaultAnswer::kReported;
    watch.reported = true;
    Unprotect(watch);
    return FaultAnswer::kTryAgain;
  }

 private:
  using Blocks = std::map<uintptr_t, Block>;

  PinnedMemory() { InstallFaultHandler(ExplainFault); }

  static uintptr_t AddressOf(const void* memory) { return reinterpret_cast<uintptr_t>(memory); }

  static void Protect(uintptr_t begin, uintptr_t end, int protection) {
    mprotect(reinterpret_cast<void*>(begin), end - begin, protection);
  }

  // The mutex is held in the rest.

  Blocks::iterator Find(uintptr_t address) {
    auto next = blocks_.upper_bound(address);
    if (next == blocks_.begin()) return blocks_.end();
    --next;
    return address - next->first < next->second.extent ? next : blocks_.end();
  }

  // Except for what other watches are about.
  void Unprotect(const Watch& ended) {
    Protect(ended.begin, ended.end, PROT_READ | PROT_WRITE);
    for (const auto& [number, watch] : watches_) {
      const uintptr_t begin = std::max(watch.begin, ended.begin);
      const uintptr_t end = std::min(watch.end, ended.end);
      if (!watch.reported && begin < end) Protect(begin, end, PROT_NONE);
    }
  }

  const size_t page_ = PageSize();
  std::shared_mutex mutex_;
  Blocks blocks_;
  std::map<uint64_t, Watch> watches_;
  uint64_t number_ = 0;
};

FaultAnswer ExplainFault(uintptr_t address, const char* did) noexcept {
  return PinnedMemory::Get().Explain(address, did);
}

}  // namespace

void* ReservePinnedMemory(size_t size) { return PinnedMemory::Get().Reserve(size); }

void ReleasePinnedMemory(void* memory, bool keep) {
  PinnedMemory::Get().Release(reinterpret_cast<uintptr_t>(memory), keep);
}

void* TranslatePinned(const void* address) noexcept {
  return reinterpret_cast<void*>(
      PinnedMemory::Get().Translate(reinterpret_cast<uintptr_t>(address)));
}

uint64_t WatchPinned(uintptr_t begin, uintptr_t end, std::string task) {
  return PinnedMemory::Get().Begin(begin, end, std::move(task));
}

void EndWatch(uint64_t watch) noexcept {
  if (watch != 0) PinnedMemory::Get().End(watch);
}

}  // namespace openaclnn
