// What checked mode needs to know of an executor's run: the memory that it reads and writes.
#pragma once

#include "acl/acl_rt.h"
#include "engine/executor.h"

namespace openaclnn {

// A run is about to be launched on the stream. To be called only where
// Checks(Check::kMemory, Check::kOrder).
void NoteRun(const Executor& executor, void* workspace, aclrtStream stream);

}  // namespace openaclnn
