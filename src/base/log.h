// The log that OPENACLNN_LOG asks for.
#pragma once

#include <string_view>

#include "base/settings.h"
#include "base/shared.h"

namespace openaclnn {

// Whether lines of this level are asked for.
OPENACLNN_SHARED bool Logs(LogLevel level);

// Writes a line if its level is asked for: time, process/thread, level, text. The line is written
// in one piece, so that those of threads and processes never mix; what exceeds 4096 bytes, the most
// that a pipe takes in one piece, is cut. Characters that would break the line are escaped.
OPENACLNN_SHARED void Log(LogLevel level, std::string_view text) noexcept;

}  // namespace openaclnn
