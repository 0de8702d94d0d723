#include "device/system_memory.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

namespace openaclnn {
namespace {

std::optional<uint64_t> ReadNumber(const char* path) {
  std::ifstream file(path);
  uint64_t number = 0;
  if (file >> number) return number;
  return std::nullopt;  // no such file, or "max"
}

// From /proc/meminfo.
std::optional<uint64_t> AvailableBytes() {
  std::ifstream file("/proc/meminfo");
  std::string key;
  uint64_t kibibytes = 0;
  while (file >> key >> kibibytes) {
    if (key == "MemAvailable:") return kibibytes * 1024;
    file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return std::nullopt;
}

// The limits of this process' control group, where it sees them: version 2, then version 1.
struct GroupFiles {
  const char* limit;
  const char* used;
};
constexpr GroupFiles kGroupFiles[] = {
    {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
    {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"},
};

}  // namespace

MemorySize GetSystemMemory() {
  const uint64_t total =
      static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  MemorySize memory{total, std::min(total, AvailableBytes().value_or(total))};
  for (const GroupFiles& files : kGroupFiles) {
    const std::optional<uint64_t> limit = ReadNumber(files.limit);
    if (!limit || *limit >= memory.total) continue;
    memory.total = *limit;
    const uint64_t used = std::min(*limit, ReadNumber(files.used).value_or(0));
    memory.free = std::min(memory.free, *limit - used);
  }
  return memory;
}

}  // namespace openaclnn
