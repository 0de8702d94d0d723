// What device memory holds: reports reads of bytes that nobody has written since they were
// allocated. The judgement follows the order of the program's calls, as in happens_before.h.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/shared.h"
#include "checked/happens_before.h"
#include "checked/report.h"

namespace openaclnn {

// Device memory was allocated, or is about to be freed. Only what lies in tracked memory is judged.
void TrackContents(const void* memory, size_t size);
void ForgetContents(const void* memory);

// An operation reads, then writes. `name`: of the API function. Each byte is reported once.
OPENACLNN_SHARED void NoteContents(const char* name, std::span<const Access> accesses);

// A copy within device memory takes along what is not written, and is no mistake by itself.
void NoteCopiedContents(const Access& source, const Access& target);

// Lives while a function of the program is to run for a stream. It may let the host write what
// tasks behind it read: until none is left, reads are not judged.
class FunctionMayWrite {
 public:
  FunctionMayWrite();
  FunctionMayWrite(const FunctionMayWrite&) = delete;
  FunctionMayWrite& operator=(const FunctionMayWrite&) = delete;
  ~FunctionMayWrite();
};
// Null where nobody checks.
inline std::unique_ptr<FunctionMayWrite> NoteFunction() {
  return Checks(Check::kMemory) ? std::make_unique<FunctionMayWrite>() : nullptr;
}

}  // namespace openaclnn
