#include "checked/summary.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <iterator>
#include <string>

#include "checked/history.h"
#include "fmt/core.h"

namespace openaclnn {
namespace {

constexpr int kUnknown = -1;

std::array<std::atomic<uint32_t>, std::size(kMistakes)> counts{};
std::atomic<pid_t> counted_in{0};  // the process
std::atomic<int> status_of_exit{kUnknown};
std::atomic<bool> finished{false};

// One line, if there were reports: "openaclnn check: 3 reports: 2 x EZ3005 leak, 1 x ...".
std::string Summary(int replaced) {
  uint32_t all = 0;
  std::string kinds;
  for (const MistakeRow& row : kMistakes) {
    const uint32_t count = counts[static_cast<size_t>(row.mistake)];
    if (count == 0) continue;
    all += count;
    kinds += fmt::format("{} {} x {} {}", kinds.empty() ? ":" : ",", count, row.code, row.name);
  }
  return fmt::format("openaclnn check: {} report{}{}{}.\n", all, all == 1 ? "" : "s", kinds,
                     replaced == 0 ? "" : fmt::format("; the exit status is {}", replaced));
}

// What a process ends with that had reports and called exit(status). A call of exit from a handler
// of exit goes on with the other handlers, and then ends the process with the new status.
void Conclude(int status) noexcept {
  if (counted_in != getpid()) return;
  const int replaced = status == 0 ? GetSettings().check_exit_status : 0;
  try {
    WriteToCheckLog(Summary(replaced));
  } catch (...) {  // no memory for the text
  }
  if (replaced != 0) std::exit(replaced);
}

// The status is told to this handler alone. A program that was linked with the library calls it
// after all destructors, as it was registered before the program began; one that loaded the library
// later calls it before Finish.
void NoteExit(int status, void* /*argument*/) {
  status_of_exit = status;
  if (finished) Conclude(status);
}

__attribute__((constructor)) void AwaitExit() { on_exit(NoteExit, nullptr); }

// After the program's own destructors.
__attribute__((destructor)) void Finish() {
  if (Checks(Check::kLifetime)) ReportLeaks();
  finished = true;
  if (status_of_exit != kUnknown) Conclude(status_of_exit);
}

}  // namespace

void CountReport(Mistake mistake) noexcept {
  const pid_t process = getpid();
  if (counted_in.exchange(process) != process) {
    for (std::atomic<uint32_t>& count : counts) count = 0;
  }
  ++counts[static_cast<size_t>(mistake)];
}

}  // namespace openaclnn
