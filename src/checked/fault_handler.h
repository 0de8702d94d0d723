// The signal of an access to memory that is not there.
#pragma once

#include <cstdint>

namespace openaclnn {

enum class FaultAnswer {
  kUnknown,   // somebody else's: for the next function, or what handled the signal before
  kReported,  // the next fault, which is the same again, is left to what handled the signal before:
              // by default it ends the process at the offending line
  kTryAgain,  // the access may succeed now
};

// From now on, an access that faults is first shown to `explain`, with its address and "read" or
// "wrote". For at most kMostExplainers functions.
using ExplainFunction = FaultAnswer (*)(uintptr_t address, const char* did) noexcept;
inline constexpr int kMostExplainers = 3;
void InstallFaultHandler(ExplainFunction explain);

// "read" or "wrote", as the processor says of a fault whose ucontext_t a handler got; "read or
// wrote" if it does not say.
const char* AccessThatFaulted(const void* context);

}  // namespace openaclnn
