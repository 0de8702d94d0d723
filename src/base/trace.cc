#include "base/trace.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <mutex>
#include <string_view>

#include "base/log.h"
#include "base/settings.h"

namespace openaclnn {
namespace {

constexpr std::string_view kClosing = "\n]\n";

bool WriteAt(int file, std::string_view text, off_t at) {
  while (!text.empty()) {
    const ssize_t written = pwrite(file, text.data(), text.size(), at);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<size_t>(written));
    at += written;
  }
  return true;
}

// A JSON array. Each event takes the place of the closing bracket and brings a new one, in one
// write.
class TraceFile {
 public:
  explicit TraceFile(int file) : file_(file), process_(getpid()) {}

  void Append(const std::string& event) {
    if (getpid() != process_ || stopped_.load(std::memory_order_relaxed)) return;
    const std::lock_guard lock(mutex_);
    if (stopped_.load(std::memory_order_relaxed)) return;
    const std::string begin = end_ == 0 ? "[\n" : ",\n";
    const auto grown = static_cast<off_t>(begin.size() + event.size());
    if (WriteAt(file_, begin + event + std::string(kClosing), end_)) {
      end_ += grown;
    } else {
      Stop();
    }
  }

 private:
  // What was there before has its place in the file still.
  void Stop() {
    stopped_.store(true, std::memory_order_relaxed);
    const std::string_view closing = end_ == 0 ? "" : kClosing;
    const bool whole = WriteAt(file_, closing, end_) &&
                       ftruncate(file_, end_ + static_cast<off_t>(closing.size())) == 0;
    Log(LogLevel::kWarn, whole
                             ? "OPENACLNN_TRACE: the file cannot grow; the trace ends"
                             : "OPENACLNN_TRACE: the file cannot be written; the trace is broken");
  }

  const int file_;
  const pid_t process_;
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  off_t end_ = 0;  // of the events; guarded by mutex_
};

// Never destroyed: streams may run to the very end of the process.
TraceFile& TheFile() {
  static auto* const file = [] {
    auto* const opened = new TraceFile(GetSettings().trace_file);
    opened->Append(fmt::format(
        R"({{"ph": "M", "pid": {}, "tid": {}, "name": "process_name", "args": {{"name": {}}}}})",
        getpid(), getpid(), JsonText(program_invocation_short_name)));
    return opened;
  }();
  return *file;
}

// "ts": 12.345 for 12345 ns; JSON's unit is the microsecond.
std::string Microseconds(int64_t nanoseconds) {
  return fmt::format("{}.{:03}", nanoseconds / 1000, nanoseconds % 1000);
}

}  // namespace

bool Tracing() { return GetSettings().trace_file >= 0; }

int64_t TraceClock() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

int64_t RowOfThisThread() { return gettid(); }

void NameRow(int64_t row, const std::string& name) noexcept {
  if (!Tracing()) return;
  try {
    TheFile().Append(fmt::format(
        R"({{"ph": "M", "pid": {}, "tid": {}, "name": "thread_name", "args": {{"name": {}}}}})",
        getpid(), row, JsonText(name)));
  } catch (...) {  // no memory for the event; so below
  }
}

void TraceSpan(const Span& span, const Details& details, uint64_t flow) noexcept {
  if (!Tracing()) return;
  try {
    std::string events = fmt::format(
        R"({{"ph": "X", "pid": {}, "tid": {}, "ts": {}, "dur": {}, "cat": "{}", "name": {}, "args": {}}})",
        getpid(), span.row, Microseconds(span.begin), Microseconds(span.end - span.begin),
        span.category, JsonText(span.name), details.Json());
    if (flow != 0) {
      events += fmt::format(
          ",\n"
          R"({{"ph": "f", "bp": "e", "pid": {}, "tid": {}, "ts": {}, "cat": "launch", "name": {}, "id": {}}})",
          getpid(), span.row, Microseconds(span.begin), JsonText(span.name), flow);
    }
    TheFile().Append(events);
  } catch (...) {
  }
}

uint64_t BeginFlow(const char* name) noexcept {
  static std::atomic<uint64_t> flows{0};
  if (!Tracing()) return 0;
  const uint64_t flow = flows.fetch_add(1, std::memory_order_relaxed) + 1;
  try {
    TheFile().Append(fmt::format(
        R"({{"ph": "s", "pid": {}, "tid": {}, "ts": {}, "cat": "launch", "name": {}, "id": {}}})",
        getpid(), RowOfThisThread(), Microseconds(TraceClock()), JsonText(name), flow));
  } catch (...) {
  }
  return flow;
}

}  // namespace openaclnn
