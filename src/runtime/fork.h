// fork(): a child has the parent's memory but none of its threads, and its locks as they were.
#pragma once

#include "base/status.h"

namespace openaclnn {

// From now on children of this process may not use the device. Call before the first object is made
// that has threads or locks.
void RefuseDeviceToChildren();

// Whether this process is such a child. Set before fork returns there, so no thread sees it change.
extern bool is_forked_child;

Status ForkedChildError();

// 100001 in such a child. What waits for a thread or takes a lock of the runtime asks this first.
inline Status CheckNotForked() {
  if (!is_forked_child) return {};
  return ForkedChildError();
}

}  // namespace openaclnn
