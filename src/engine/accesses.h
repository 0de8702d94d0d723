// What checked mode needs to know of an executor's run: the memory that it reads and writes.
#pragma once

#include <vector>

#include "checked/happens_before.h"
#include "engine/executor.h"

namespace openaclnn {

std::vector<Access> AccessesOf(const Executor& executor, void* workspace);

}  // namespace openaclnn
