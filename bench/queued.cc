#include "bench/queued.h"

#include <chrono>

#include "base/settings.h"

namespace openaclnn::bench {
namespace {

constexpr int kCallsOfBatch = 50;

// Milliseconds of a batch; negative if something failed.
float RunBatch(aclrtEvent begin, aclrtEvent end, aclrtStream stream,
               const std::function<bool()>& put) {
  if (aclrtRecordEvent(begin, stream) != 0) return -1;
  for (int i = 0; i < kCallsOfBatch; ++i) {
    if (!put()) return -1;
  }
  float milliseconds = -1;
  if (aclrtRecordEvent(end, stream) != 0 || aclrtSynchronizeStream(stream) != 0 ||
      aclrtEventElapsedTime(&milliseconds, begin, end) != 0) {
    return -1;
  }
  return milliseconds;
}

}  // namespace

bool OnGpu() { return GetSettings().device_kind == DeviceKind::kCuda; }

void TimeQueued(benchmark::State& state, aclrtStream stream, const std::function<bool()>& put) {
  aclrtEvent begin = nullptr, end = nullptr;
  bool works = aclrtCreateEvent(&begin) == 0 && aclrtCreateEvent(&end) == 0;
  while (works && state.KeepRunningBatch(kCallsOfBatch)) {
    const float milliseconds = RunBatch(begin, end, stream, put);
    works = milliseconds >= 0;
    if (works) state.SetIterationTime(milliseconds * 1e-3);
  }
  if (!works) state.SkipWithError(aclGetRecentErrMsg());
  if (begin != nullptr) aclrtDestroyEvent(begin);
  if (end != nullptr) aclrtDestroyEvent(end);
}

void TimeHandingOver(benchmark::State& state, aclrtStream stream,
                     const std::function<bool()>& put) {
  using Clock = std::chrono::steady_clock;
  bool works = true;
  while (works && state.KeepRunningBatch(kCallsOfBatch)) {
    const Clock::time_point begin = Clock::now();
    for (int i = 0; works && i < kCallsOfBatch; ++i) works = put();
    state.SetIterationTime(std::chrono::duration<double>(Clock::now() - begin).count());
    works = works && aclrtSynchronizeStream(stream) == 0;
  }
  if (!works) state.SkipWithError(aclGetRecentErrMsg());
}

}  // namespace openaclnn::bench
