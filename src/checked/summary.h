// The end of a process that had reports: how many there were, and its exit status.
#pragma once

#include "checked/report.h"

namespace openaclnn {

// Also in handlers of signals. A child of fork counts its own.
void CountReport(Mistake mistake) noexcept;

}  // namespace openaclnn
