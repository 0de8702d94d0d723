#include "cpu/elementwise.h"

#include <algorithm>
#include <type_traits>

#include "base/settings.h"
#include "cpu/threads.h"

namespace openaclnn {
namespace {

// Blocks of transposed operands are larger than other tiles: 64 elements a side by default, so that
// several lines in a row lie together in memory both ways.
constexpr int64_t kTilesInBlock = 4;

template <class T>
DenseLoop<T> LoopOf(const Kernel& kernel) {
  if constexpr (std::is_same_v<T, float>) {
    return kernel.in_float;
  } else {
    return kernel.in_double;
  }
}

template <class T>
void RunPlan(const Plan& plan, const ElementwiseRun& run) {
  const TileIo<T> io(plan, run.data);
  const DenseLoop<T> loop = LoopOf<T>(*run.kernel);
  const int64_t buffered = std::max(GetSettings().tile, plan.block);
  int64_t grain = GrainFor(run.kernel->cost);
  if (plan.block != 0) grain = (grain + plan.block - 1) / plan.block * plan.block;
  ParallelFor(plan.elements, grain, [&](int64_t begin, int64_t end) {
    const TileBuffers buffers(buffered);
    Tile<T> tile;
    tile.rows = 1;
    for (int64_t first = begin; first < end; first += tile.columns) {
      tile.columns = io.TileAt(first, end - first, buffered);
      io.Begin(first, buffers, tile);
      loop(run.params, tile);
      io.End(first, buffers, tile);
    }
  });
}

}  // namespace

template <class T>
void RunElementwise(const ElementwiseRun& run) {
  if (run.plan->elements == 0) return;
  if (run.plan->axes.size() < 2) return RunPlan<T>(*run.plan, run);
  const int64_t block = kTilesInBlock * GetSettings().tile;
  for (const Plan& part : BlockTransposed(*run.plan, block)) RunPlan<T>(part, run);
}

template void RunElementwise<float>(const ElementwiseRun& run);
template void RunElementwise<double>(const ElementwiseRun& run);

}  // namespace openaclnn
