#include "base/log.h"

#include <limits.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <iterator>

#include "fmt/chrono.h"
#include "fmt/format.h"

namespace openaclnn {
namespace {

constexpr const char* kLevelNames[] = {"", "error", "warn", "info", "debug"};  // by LogLevel
static_assert(std::size(kLevelNames) == static_cast<size_t>(LogLevel::kDebug) + 1);

void AppendEscaped(std::string_view text, fmt::memory_buffer& line) {
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      line.append(std::string_view("\\n"));
    } else if (byte < 0x20 || byte == 0x7f) {
      fmt::format_to(std::back_inserter(line), "\\x{:02x}", byte);
    } else {
      line.push_back(c);
    }
  }
}

}  // namespace

bool Logs(LogLevel level) { return level <= GetSettings().log_level; }

void Log(LogLevel level, std::string_view text) noexcept {
  if (!Logs(level)) return;
  try {
    using std::chrono::duration_cast;
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto seconds = duration_cast<std::chrono::seconds>(now);
    const auto microseconds = duration_cast<std::chrono::microseconds>(now - seconds);
    fmt::memory_buffer line;
    fmt::format_to(std::back_inserter(line), "{:%Y-%m-%dT%H:%M:%S}.{:06}Z {}/{} {:5} ",
                   fmt::gmtime(static_cast<std::time_t>(seconds.count())), microseconds.count(),
                   getpid(), gettid(), kLevelNames[static_cast<size_t>(level)]);
    AppendEscaped(text, line);
    constexpr std::string_view kCut = "...";
    if (line.size() >= PIPE_BUF) {
      line.resize(PIPE_BUF - kCut.size() - 1);
      line.append(kCut);
    }
    line.push_back('\n');
    while (write(GetSettings().log_file, line.data(), line.size()) < 0 && errno == EINTR) {
    }
  } catch (...) {  // no memory for the line
  }
}

}  // namespace openaclnn
