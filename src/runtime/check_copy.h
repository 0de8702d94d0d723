// What checked mode says about copies and fills.
#pragma once

#include <cstddef>

#include "base/status.h"
#include "checked/uses.h"

namespace openaclnn {

class Stream;

struct Copy {
  void* dst;
  size_t dst_max;
  const void* src;
  size_t count;
  int kind;  // aclrtMemcpyKind, or any other number
};

// Reports what is wrong with a copy or a fill that is about to be done, and notes what it does.
// `stream`: whose task it is; null: it is done at once. Errors, where it cannot be done: 107000.
Status CheckCopy(const char* api, const Copy& copy, const Stream* stream);
Status CheckFill(const char* api, void* memory, size_t count, const Stream* stream);

// What a task of a stream uses.
UsesOfTask UsesOfCopy(const Copy& copy);
UsesOfTask UsesOfFill(const void* memory, size_t count);

}  // namespace openaclnn
