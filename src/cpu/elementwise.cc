#include "cpu/elementwise.h"

#include <algorithm>

#include "base/dtype.h"
#include "base/settings.h"
#include "cpu/streaming.h"
#include "cpu/threads.h"

namespace openaclnn {
namespace {

// Blocks of transposed operands are larger than other tiles: by default 64 elements a side, or 128
// of 2 bytes, so that four cache lines in a row lie together in memory both ways.
int64_t BlockElements(const Plan& plan) {
  const bool narrow = std::all_of(plan.dtype.begin(), plan.dtype.begin() + plan.num_operands,
                                  [](aclDataType dtype) { return DtypeBytes(dtype) <= 2; });
  return GetSettings().tile * (narrow ? 16 : 4);
}

// A block whose operands are used as they lie where their rows can be: row by row, while those of
// the next block, to which machines do not foresee the jump, are asked for.
template <class T>
void RunRows(const TileIo<T>& io, DenseLoop<T> loop, const Params& params, const Tile<T>& block,
             int64_t first, int64_t next) {
  Tile<T> row = block;
  row.rows = 1;
  for (int64_t r = 0; r < block.rows; ++r) {
    if (next != first) io.AskForRow(block, r, first, next);
    for (size_t k = 0; k < row.inputs.size(); ++k) {
      row.inputs[k].values = block.inputs[k].values + r * block.inputs[k].row_step;
    }
    for (size_t k = 0; k < row.outputs.size(); ++k) {
      row.outputs[k] = block.outputs[k] + r * block.output_steps[k];
    }
    loop(params, row);
  }
}

template <class T>
void RunPlan(const Plan& plan, const ElementwiseRun& run) {
  const TileIo<T> io(plan, run.data);
  const DenseLoop<T> loop = run.kernel->*LoopTraits<T>::kLoop;
  const int64_t buffered = std::max(GetSettings().tile, plan.block);
  int64_t grain = GrainFor(run.kernel->cost);
  if (plan.block != 0) grain = (grain + plan.block - 1) / plan.block * plan.block;
  ParallelFor(plan.elements, grain, [&](int64_t begin, int64_t end) {
    const TileBuffers buffers(buffered);
    Tile<T> tile{};
    for (int64_t first = begin; first < end; first += tile.rows * tile.columns) {
      tile.rows = 1;
      tile.columns = io.TileAt(first, end - first, buffered);
      const bool by_rows = io.TakesBlocksByRows() && tile.columns == plan.block;
      if (by_rows) {
        tile.rows = plan.axes[1].extent;
        tile.columns = plan.axes[0].extent;
      }
      io.Begin(first, buffers, tile);
      if (by_rows) {
        RunRows(io, loop, run.params, tile, first,
                first + plan.block < end ? first + plan.block : first);
      } else {
        loop(run.params, tile);
      }
      io.End(first, buffers, tile);
    }
    if (io.Streams()) FinishStreaming();
  });
}

template <class T>
void RunPlans(const ElementwiseRun& run) {
  if (run.plan->axes.size() < 2) return RunPlan<T>(*run.plan, run);
  for (const Plan& part : BlockTransposed(*run.plan, BlockElements(*run.plan))) {
    RunPlan<T>(part, run);
  }
}

}  // namespace

void RunElementwise(const ElementwiseRun& run, LoopType loop) {
  if (run.plan->elements == 0) return;
  switch (loop) {
    case LoopType::kFloat:
      return RunPlans<float>(run);
    case LoopType::kDouble:
      return RunPlans<double>(run);
    case LoopType::kBfloat16:
      return RunPlans<Bfloat16Bits>(run);
    case LoopType::kFloat16:
      return RunPlans<Float16Bits>(run);
    case LoopType::kInt64:
      return RunPlans<int64_t>(run);
  }
}

}  // namespace openaclnn
