#include "checked/report.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <string_view>

#include "base/log.h"
#include "checked/summary.h"
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

void WriteBytes(std::string_view text) noexcept {
  while (!text.empty()) {
    const ssize_t written = write(GetSettings().check_log, text.data(), text.size());
    if (written <= 0) return;  // nobody is left to tell
    text.remove_prefix(static_cast<size_t>(written));
  }
}

// One paragraph: what happened, what it means, what to do.
constexpr char kReport[] = "openaclnn check [{} {}]: {} {} {}\n";
constexpr char kExplainedReport[] = "openaclnn check [{} {}]: {}\n";

void Report(const MistakeRow& row, const std::string& details, bool explained) noexcept {
  CountReport(row.mistake);
  try {
    const std::string report =
        explained ? fmt::format(kExplainedReport, row.code, row.name, details)
                  : fmt::format(kReport, row.code, row.name, details, row.meaning, row.remedy);
    WriteToCheckLog(report);
  } catch (...) {  // no memory for the text
    WriteToCheckLog(row.code);
  }
  if (GetSettings().check_abort) std::abort();
}

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
  if (Checks(row.check)) Report(row, details, false);
}

void ReportInList(Mistake mistake, const std::string& details) noexcept {
  static std::array<std::atomic<bool>, std::size(kMistakes)> explained{};
  const MistakeRow& row = RowOf(mistake);
  if (!Checks(row.check)) return;
  Report(row, details, explained[static_cast<size_t>(mistake)].exchange(true));
}

void ReportFromSignal(Mistake mistake, const char* details) noexcept {
  const MistakeRow& row = RowOf(mistake);
  CountReport(mistake);
  std::array<char, 2048> report;
  const auto end = fmt::format_to_n(report.data(), report.size(), kReport, row.code, row.name,
                                    details, row.meaning, row.remedy);
  WriteBytes({report.data(), std::min(end.size, report.size())});
}

void WriteToCheckLog(std::string_view line) noexcept {
  WriteBytes(line);
  // Once is enough where both go to standard error.
  if (GetSettings().log_file == GetSettings().check_log) return;
  if (line.ends_with('\n')) line.remove_suffix(1);
  Log(LogLevel::kWarn, line);
}

}  // namespace openaclnn
