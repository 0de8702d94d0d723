// What checked mode says about copies and fills.
#pragma once

#include <cstddef>

#include "base/status.h"
#include "checked/uses.h"

namespace openaclnn {

struct Copy {
  void* dst;
  size_t dst_max;
  const void* src;
  size_t count;
  int kind;  // aclrtMemcpyKind, or any other number
};

// Whether a copy waits for nothing but itself, or is a task of a stream.
enum class CopyTime { kNow, kOnStream };

// Reports what is wrong with a copy or a fill. Errors, where it cannot be done: 107000.
Status CheckCopy(const char* api, const Copy& copy, CopyTime time);
Status CheckFill(const char* api, const void* memory, size_t count);

// What a task of a stream uses.
UsesOfTask UsesOfCopy(const Copy& copy);
UsesOfTask UsesOfFill(const void* memory, size_t count);

}  // namespace openaclnn
