// What became of the objects that the program made: for reports of dead and of forgotten ones.
#pragma once

#include <cstddef>
#include <string>

#include "base/shared.h"
#include "checked/report.h"

namespace openaclnn {

// `type`: for the user, like "aclTensor"; lives forever. `bytes`: of memory, else 0.
OPENACLNN_SHARED void NoteMade(const char* type, const void* object, size_t bytes);
// `by`: the function or operator that ended it; lives forever.
OPENACLNN_SHARED void NoteEnded(const void* object, const char* by);

// What ends an executor that is not repeatable.
inline constexpr char kEndedByRun[] = "its run";

// These cost an unchecked program one test.
inline void Made(const char* type, const void* object, size_t bytes = 0) {
  if (Checks(Check::kLifetime, Check::kContract)) [[unlikely]]
    NoteMade(type, object, bytes);
}
inline void Ended(const void* object, const char* by) {
  if (Checks(Check::kLifetime, Check::kContract)) [[unlikely]]
    NoteEnded(object, by);
}

// "aclTensor 0x3... was made at P+0x12 and ended by aclDestroyTensor at P+0x34", or that it never
// was.
OPENACLNN_SHARED std::string HistoryOf(const void* object);
// What ended it; null: nothing that is known.
OPENACLNN_SHARED const char* EndedBy(const void* object);

// Reports what is not ended, each thing once. A child of fork reports nothing: what its parent
// made, the parent ends.
void ReportLeaks() noexcept;

}  // namespace openaclnn
