#include "cpu/threads.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>

#include "base/settings.h"

namespace openaclnn {
namespace {

// Handing a range to another thread and waiting for it costs about this long.
constexpr int64_t kSharePicoseconds = 4'000'000;

// The most threads that OPENACLNN_NUM_THREADS can ask for.
constexpr size_t kMostThreads = 1024;

// The threads of one setting of OPENACLNN_NUM_THREADS. Never destroyed: streams may still run when
// static destructors do.
tbb::task_arena& Arena(int threads) {
  struct Arenas {
    std::mutex mutex;
    std::map<int, tbb::task_arena> by_threads;
    std::optional<tbb::global_control> allowed;
  };
  static auto* const arenas = new Arenas;
  const std::lock_guard lock(arenas->mutex);
  if (threads > tbb::info::default_concurrency() && !arenas->allowed) {
    // oneTBB would leave it at that.
    arenas->allowed.emplace(tbb::global_control::max_allowed_parallelism, kMostThreads);
  }
  return arenas->by_threads.try_emplace(threads, threads).first->second;
}

}  // namespace

void ShareRanges(int64_t count, int64_t grain, const std::function<void(int64_t, int64_t)>& body) {
  const int threads = GetSettings().num_threads;
  if (threads == 1) return body(0, count);
  const int64_t grains = (count + grain - 1) / grain;
  // A few ranges for each thread, so that one that is held up does not hold up all.
  const int64_t ranges = std::min<int64_t>(grains, int64_t{threads} * 4);
  const auto edge = [&](int64_t i) { return std::min(count, grains * i / ranges * grain); };
  Arena(threads).execute([&] {
    tbb::parallel_for(int64_t{0}, ranges, [&](int64_t i) { body(edge(i), edge(i + 1)); });
  });
}

int64_t GrainFor(int cost) {
  return std::max<int64_t>(1024, kSharePicoseconds / std::max(cost, 1));
}

}  // namespace openaclnn
