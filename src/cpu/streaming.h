// Stores past the caches ("non-temporal"), for outputs so long that no cache would hold them until
// they are read. They save reading each line before it is overwritten.
#pragma once

#include <cstdint>

#include "tensor/plan.h"

namespace openaclnn {

// Whether the plan's operands together are too long for the caches.
bool ExceedsCaches(const Plan& plan);

// Copies `bytes` that are in the first-level cache.
void StreamCopy(const void* source, void* target, int64_t bytes);

// Makes streamed stores visible to other threads like ordinary ones. Each thread that streamed
// calls it when it is done.
void FinishStreaming();

// For tests: the bytes that count as too long; returns what held before. Not thread-safe.
int64_t OverrideCacheBytes(int64_t bytes);

}  // namespace openaclnn
