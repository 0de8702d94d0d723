#include "checked/history.h"

#include <sys/types.h>
#include <unistd.h>

#include <deque>
#include <map>
#include <mutex>
#include <string_view>
#include <tuple>
#include <unordered_map>

#include "checked/site.h"
#include "fmt/core.h"

namespace openaclnn {
namespace {

constexpr size_t kMostEnded = 1 << 16;  // of which the history is kept

struct Life {
  const char* type;
  size_t bytes;
  Site made;
  const char* ended_by = nullptr;  // null: it is live
  Site ended;
  bool reported = false;
};

// Never destroyed: objects may end in destructors of static objects.
struct History {
  const pid_t process = getpid();
  std::mutex mutex;
  std::unordered_map<const void*, Life> lives;
  std::deque<const void*> ended;  // the longest ended first
};

History& TheHistory() {
  static auto* const history = new History;
  return *history;
}

// A leak of objects that are made in the same place.
struct Leak {
  size_t count = 0, bytes = 0;
};

void Report(const char* type, Site made, const Leak& leak) {
  const std::string bytes = leak.bytes == 0 ? "" : fmt::format(", {} bytes in all", leak.bytes);
  const bool executor = std::string_view(type) == "aclOpExecutor";
  ReportInList(executor ? Mistake::kExecutorNeverRun : Mistake::kLeak,
               fmt::format("{} x {}, made at {}{}, {}.", leak.count, type, TextOf(made), bytes,
                           executor ? "never run nor destroyed" : "never given back"));
}

}  // namespace

void NoteMade(const char* type, const void* object, size_t bytes) {
  History& history = TheHistory();
  const Site site = CallSite();
  const std::lock_guard lock(history.mutex);
  history.lives.insert_or_assign(object, Life{type, bytes, site, nullptr, {}, false});
}

void NoteEnded(const void* object, const char* by) {
  History& history = TheHistory();
  const Site site = CallSite();
  const std::lock_guard lock(history.mutex);
  const auto found = history.lives.find(object);
  if (found == history.lives.end()) return;
  found->second.ended_by = by;
  found->second.ended = site;
  history.ended.push_back(object);
  if (history.ended.size() <= kMostEnded) return;
  const auto oldest = history.lives.find(history.ended.front());
  history.ended.pop_front();
  if (oldest != history.lives.end() && oldest->second.ended_by != nullptr) {
    history.lives.erase(oldest);
  }
}

std::string HistoryOf(const void* object) {
  History& history = TheHistory();
  const std::lock_guard lock(history.mutex);
  const auto found = history.lives.find(object);
  if (found == history.lives.end()) return fmt::format("{} was never created", object);
  const Life& life = found->second;
  std::string text = fmt::format("{} {} was made at {}", life.type, object, TextOf(life.made));
  if (life.ended_by == nullptr) return text;
  return text + fmt::format(" and ended by {} at {}", life.ended_by, TextOf(life.ended));
}

const char* EndedBy(const void* object) {
  History& history = TheHistory();
  const std::lock_guard lock(history.mutex);
  const auto found = history.lives.find(object);
  return found == history.lives.end() ? nullptr : found->second.ended_by;
}

void ReportLeaks() noexcept {
  try {
    std::map<std::tuple<std::string_view, const void*>, Leak> leaks;
    History& history = TheHistory();
    if (history.process != getpid()) return;
    {
      const std::lock_guard lock(history.mutex);
      for (auto& [object, life] : history.lives) {
        if (life.ended_by != nullptr || life.reported) continue;
        life.reported = true;
        Leak& leak = leaks[{life.type, life.made.address}];
        ++leak.count;
        leak.bytes += life.bytes;
      }
    }
    for (const auto& [key, leak] : leaks) Report(std::get<0>(key).data(), {std::get<1>(key)}, leak);
  } catch (...) {  // no memory for the list
  }
}

}  // namespace openaclnn
