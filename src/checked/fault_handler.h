// The signal of an access to memory that is not there.
#pragma once

#include <cstdint>

namespace openaclnn {

// From now on, an access that faults is first shown to `explain`, with its address and "read" or
// "wrote". If that is true the next fault, which is the same again, is left to what handled the
// signal before: by default it ends the process at the offending line. If false, so is this one.
using ExplainFunction = bool (*)(uintptr_t address, const char* did) noexcept;
void InstallFaultHandler(ExplainFunction explain);

}  // namespace openaclnn
