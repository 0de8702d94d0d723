#include "base/trace.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <mutex>
#include <string_view>

#include "base/clock.h"
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

// "12.345" for 12345 ns: times of events are in microseconds.
std::string Microseconds(int64_t nanoseconds) {
  return fmt::format("{}.{:03}", nanoseconds / 1000, nanoseconds % 1000);
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

// What every event begins with; the caller ends it with a brace.
std::string Head(std::string_view phase, int64_t row, std::string_view name) {
  return fmt::format(R"({{"ph": "{}", "pid": {}, "tid": {}, "name": {})", phase, getpid(), row,
                     JsonText(name));
}

// The name of this process, or of one of its rows.
std::string NameEvent(std::string_view what, int64_t row, std::string_view name) {
  return fmt::format(R"({}, "args": {{"name": {}}}}})", Head("M", row, what), JsonText(name));
}

// An end of an arrow.
std::string FlowEvent(std::string_view phase, int64_t row, std::string_view name, int64_t time,
                      uint64_t flow) {
  return fmt::format(R"({}, "cat": "launch", "ts": {}, "id": {}, "bp": "e"}})",
                     Head(phase, row, name), Microseconds(time), flow);
}

std::string SpanEvent(const Span& span, const Details& details) {
  return fmt::format(R"({}, "cat": "{}", "ts": {}, "dur": {}, "args": {}}})",
                     Head("X", span.row, span.name), span.category, Microseconds(span.begin),
                     Microseconds(span.end - span.begin), details.Json());
}

// Never destroyed: streams may run to the very end of the process.
TraceFile& TheFile() {
  static auto* const file = [] {
    auto* const opened = new TraceFile(GetSettings().trace_file);
    opened->Append(NameEvent("process_name", getpid(), program_invocation_short_name));
    return opened;
  }();
  return *file;
}

}  // namespace

bool Tracing() { return GetSettings().trace_file >= 0; }

int64_t TraceClock() { return SteadyNow(); }

int64_t RowOfThisThread() { return gettid(); }

void NameRow(int64_t row, const std::string& name) noexcept {
  if (!Tracing()) return;
  try {
    TheFile().Append(NameEvent("thread_name", row, name));
  } catch (...) {  // no memory for the event; so below
  }
}

void TraceSpan(const Span& span, const Details& details, uint64_t flow) noexcept {
  if (!Tracing()) return;
  try {
    std::string events = SpanEvent(span, details);
    if (flow != 0) events += ",\n" + FlowEvent("f", span.row, span.name, span.begin, flow);
    TheFile().Append(events);
  } catch (...) {
  }
}

uint64_t BeginFlow(const char* name) noexcept {
  static std::atomic<uint64_t> flows{0};
  if (!Tracing()) return 0;
  const uint64_t flow = flows.fetch_add(1, std::memory_order_relaxed) + 1;
  try {
    TheFile().Append(FlowEvent("s", RowOfThisThread(), name, TraceClock(), flow));
  } catch (...) {
  }
  return flow;
}

}  // namespace openaclnn
