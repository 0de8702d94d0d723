#include "checked/report.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "base/log.h"
#include "fmt/core.h"

namespace openaclnn {
namespace {

constexpr uint32_t kUnread = ~uint32_t{0};

constexpr bool TableIsInOrder() {
  for (size_t i = 0; i < std::size(kMistakes); ++i) {
    if (static_cast<size_t>(kMistakes[i].mistake) != i) return false;
  }
  return true;
}
static_assert(TableIsInOrder());

void Write(const char* text, size_t size) noexcept {
  while (size > 0) {
    const ssize_t written = write(GetSettings().check_log, text, size);
    if (written <= 0) return;  // nobody is left to tell
    text += written;
    size -= static_cast<size_t>(written);
  }
}

// One paragraph: what happened, what it means, what to do.
constexpr char kReport[] = "openaclnn check [{} {}]: {} {} {}\n";

}  // namespace

std::atomic<uint32_t> checks_in_force{kUnread};

bool ReadChecks(uint32_t wanted) {
  uint32_t checks = checks_in_force.load(std::memory_order_relaxed);
  if (checks == kUnread) {
    checks = GetSettings().checks;
    checks_in_force.store(checks, std::memory_order_relaxed);
  }
  return (checks & wanted) != 0;
}

void OverrideChecks(uint32_t checks) { checks_in_force.store(checks); }

void ReportMistake(Mistake mistake, const std::string& details) noexcept {
  const MistakeRow& row = RowOf(mistake);
  if (!Checks(row.check)) return;
  try {
    const std::string report =
        fmt::format(kReport, row.code, row.name, details, row.meaning, row.remedy);
    Write(report.data(), report.size());
    // Once is enough where both go to standard error.
    if (GetSettings().log_file != GetSettings().check_log) {
      Log(LogLevel::kWarn, std::string_view(report).substr(0, report.size() - 1));
    }
  } catch (...) {  // no memory for the text
    Write(row.code, std::char_traits<char>::length(row.code));
  }
  if (GetSettings().check_abort) std::abort();
}

void ReportFromSignal(Mistake mistake, const char* details) noexcept {
  const MistakeRow& row = RowOf(mistake);
  std::array<char, 2048> report;
  const auto end = fmt::format_to_n(report.data(), report.size(), kReport, row.code, row.name,
                                    details, row.meaning, row.remedy);
  Write(report.data(), std::min(end.size, report.size()));
}

}  // namespace openaclnn
