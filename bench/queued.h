// Time of work that is queued, as a GPU measures it and as the host does.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>

#include "acl/acl.h"

namespace openaclnn::bench {

// Whether OPENACLNN_DEVICE asks for a GPU.
bool OnGpu();

// Times batches of calls, each between two events. `put` puts the work of one call on the stream
// and says whether that succeeded.
void TimeQueued(benchmark::State& state, aclrtStream stream, const std::function<bool()>& put);

// What such calls take of the host, which waits for them between batches only.
void TimeHandingOver(benchmark::State& state, aclrtStream stream, const std::function<bool()>& put);

}  // namespace openaclnn::bench
