// The program's own lines in the log: acl_base_mdl.h.

#include <cstdarg>
#include <cstdio>
#include <string>

#include "acl/acl_base.h"
#include "base/log.h"
#include "fmt/format.h"

namespace {

using openaclnn::Log;
using openaclnn::LogLevel;
using openaclnn::Logs;

LogLevel LevelOf(int level) {
  switch (level) {
    case ACL_DEBUG:
      return LogLevel::kDebug;
    case ACL_INFO:
      return LogLevel::kInfo;
    case ACL_WARNING:
      return LogLevel::kWarn;
    default:
      return LogLevel::kError;
  }
}

}  // namespace

extern "C" void aclAppLog(aclLogLevel logLevel, const char* func, const char* file, uint32_t line,
                          const char* format, ...) {
  const LogLevel level = LevelOf(static_cast<int>(logLevel));
  if (format == nullptr || !Logs(level)) return;
  char text[2048];  // longer ones are cut
  std::va_list values;
  va_start(values, format);
  const int length = std::vsnprintf(text, sizeof(text), format, values);
  va_end(values);
  if (length < 0) return;
  try {
    Log(level, fmt::format("{} ({}, {}:{})", text, func != nullptr ? func : "?",
                           file != nullptr ? file : "?", line));
  } catch (...) {  // no memory for the line
  }
}
