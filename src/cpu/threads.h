// The worker threads that share one operator's work.
#pragma once

#include <cstdint>
#include <functional>

namespace openaclnn {

// ParallelFor for more than one grain.
void ShareRanges(int64_t count, int64_t grain, const std::function<void(int64_t, int64_t)>& body);

// Splits 0 .. count into ranges of whole grains and calls body(begin, end) for each, on
// OPENACLNN_NUM_THREADS threads if there is more than one grain, else in the caller. Returns when
// all are done. `count` and `grain` are positive. Which thread takes which range differs from call
// to call; bodies must not depend on it.
template <class Body>
void ParallelFor(int64_t count, int64_t grain, const Body& body) {
  if (count <= grain) return body(int64_t{0}, count);
  ShareRanges(count, grain, std::cref(body));
}

// Elements whose work takes about as long as sharing it, for a cost in picoseconds an element.
int64_t GrainFor(int cost);

}  // namespace openaclnn
