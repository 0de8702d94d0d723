#include "checked/contents.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "checked/device_memory.h"
#include "checked/report.h"
#include "checked/written.h"
#include "fmt/core.h"

namespace openaclnn {
namespace {

// The contents of live allocations, by address. Never destroyed: memory may be freed in destructors
// of static objects.
struct Contents {
  std::mutex mutex;
  std::map<uintptr_t, WrittenBytes> all;  // guarded by mutex
  std::atomic<int> functions{0};

  static Contents& Get() {
    static auto* const contents = new Contents;
    return *contents;
  }

  // The allocation that an address is in; null if there is none. The mutex is held.
  std::pair<uintptr_t, WrittenBytes*> Find(uintptr_t address) {
    auto next = all.upper_bound(address);
    if (next == all.begin()) return {0, nullptr};
    auto& [begin, written] = *--next;
    if (address - begin >= written.size()) return {0, nullptr};
    return {begin, &written};
  }
};

// Calls visit(written, begin, end) with offsets for the bytes of an access that are in the
// allocation in which it begins.
template <class Visit>
void ForEachRun(Contents& contents, const Access& access, Visit visit) {
  const auto [base, written] = contents.Find(access.begin);
  if (written == nullptr) return;
  const auto clipped = [&, base = base, written = written](uintptr_t begin, uintptr_t end) {
    visit(*written, std::min(begin - base, written->size()), std::min(end - base, written->size()));
  };
  if (access.footprint == nullptr || written->IsWhole()) {
    clipped(access.begin, access.end);
  } else {
    access.footprint->Visit(clipped);
  }
}

// What is unwritten of what an access reads, which counts as written from now on.
struct Gap {
  size_t bytes = 0, of = 0;
  size_t first = 0;  // offset in the allocation
};
Gap TakeGap(Contents& contents, const Access& access) {
  Gap gap;
  ForEachRun(contents, access, [&](WrittenBytes& written, size_t begin, size_t end) {
    gap.of += end - begin;
    const size_t missing = written.CountUnwritten(begin, end);
    if (missing == 0) return;
    if (gap.bytes == 0) gap.first = written.FirstUnwritten(begin, end);
    gap.bytes += missing;
    written.Write(begin, end);
  });
  return gap;
}

std::string Describe(const char* name, const Access& access, const Gap& gap) {
  return fmt::format(
      "{}: {}: {} of the {} bytes that it reads were never written, the first at "
      "offset {} of {}.",
      name, access.argument, gap.bytes, gap.of, gap.first, AllocationAt(access.begin));
}

}  // namespace

void TrackContents(const void* memory, size_t size) {
  Contents& contents = Contents::Get();
  const std::lock_guard lock(contents.mutex);
  contents.all.insert_or_assign(reinterpret_cast<uintptr_t>(memory), WrittenBytes(size));
}

void ForgetContents(const void* memory) {
  Contents& contents = Contents::Get();
  const std::lock_guard lock(contents.mutex);
  contents.all.erase(reinterpret_cast<uintptr_t>(memory));
}

void NoteContents(const char* name, std::span<const Access> accesses) {
  Contents& contents = Contents::Get();
  std::vector<std::string> reports;
  {
    const std::lock_guard lock(contents.mutex);
    for (const Access& access : accesses) {
      if (access.writes || contents.functions > 0) continue;
      const Gap gap = TakeGap(contents, access);
      if (gap.bytes > 0) reports.push_back(Describe(name, access, gap));
    }
    for (const Access& access : accesses) {
      if (!access.writes) continue;
      ForEachRun(contents, access, [](WrittenBytes& written, size_t begin, size_t end) {
        written.Write(begin, end);
      });
    }
  }
  for (const std::string& report : reports) ReportMistake(Mistake::kUnwrittenRead, report);
}

void NoteCopiedContents(const Access& source, const Access& target) {
  Contents& contents = Contents::Get();
  const std::lock_guard lock(contents.mutex);
  const auto [from_base, from] = contents.Find(source.begin);
  const auto [to_base, to] = contents.Find(target.begin);
  if (to == nullptr) return;
  const size_t to_offset = target.begin - to_base;
  const size_t room = std::min<size_t>(target.end - target.begin, to->size() - to_offset);
  if (from == nullptr || contents.functions > 0) return to->Write(to_offset, to_offset + room);
  const size_t from_offset = source.begin - from_base;
  to->CopyFrom(*from, from_offset, to_offset, std::min(room, from->size() - from_offset));
}

FunctionMayWrite::FunctionMayWrite() { ++Contents::Get().functions; }

FunctionMayWrite::~FunctionMayWrite() { --Contents::Get().functions; }

}  // namespace openaclnn
