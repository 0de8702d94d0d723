#include "cpu/elementwise.h"

#include <algorithm>

#include "base/dtype.h"
#include "base/settings.h"
#include "cpu/look_ahead.h"
#include "cpu/streaming.h"
#include "cpu/threads.h"
#include "cpu/tile_io.h"
#include "tensor/blocks.h"

namespace openaclnn {
namespace {

// Blocks of transposed operands are larger than other tiles: by default rows of 256 elements, which
// are long enough for a loop that is called for each, by 64, or 128 of 2 bytes, so that four cache
// lines in a row lie together in memory the other way.
BlockShape ShapeOfBlocks(const Plan& plan) {
  const bool narrow = std::all_of(plan.dtype.begin(), plan.dtype.begin() + plan.num_operands,
                                  [](aclDataType dtype) { return DtypeBytes(dtype) <= 2; });
  const int64_t tile = GetSettings().tile;
  return narrow ? BlockShape{.elements = 32 * tile, .aspect = 2}
                : BlockShape{.elements = 16 * tile, .aspect = 4};
}

// The inputs of a plan of blocks that have its rows so, in the block at element `first`.
template <class T>
LookAhead InputsAt(const TileIo<T>& io, const ElementwiseRun& run, const Plan& plan, int64_t first,
                   typename TileIo<T>::Rows rows) {
  LookAhead inputs;
  for (int k = 0; k < plan.num_operands - plan.num_outputs; ++k) {
    if (io.RowsOf(k) == rows) inputs.AddBlock(plan, run.data, k, first);
  }
  return inputs;
}

// Computes the block at element `first`, whose operands are used as they lie where their rows can
// be, row by row. Memory is busy all the time: while inputs are gathered the others are asked for,
// and while rows are computed what will be gathered for the block at `next`, if one follows.
template <class T>
void RunBlock(const TileIo<T>& io, const ElementwiseRun& run, const Plan& plan, int64_t first,
              int64_t next, const TileBuffers& buffers, Tile<T>& block) {
  using Rows = typename TileIo<T>::Rows;
  LookAhead in_place = InputsAt(io, run, plan, first, Rows::kInPlace), gathered;
  if (next != first) gathered = InputsAt(io, run, plan, next, Rows::kTransposed);
  io.Begin(first, buffers, block, &in_place);
  const DenseLoop<T> loop = run.kernel->*LoopTraits<T>::kLoop;
  const int inputs = plan.num_operands - plan.num_outputs;
  Tile<T> row = block;
  row.rows = 1;
  for (int64_t r = 0; r < block.rows; ++r) {
    in_place.AskForRunsAfter(r);
    gathered.AskForShare(r + 1, block.rows);
    for (int k = 0; k < inputs; ++k) {
      row.inputs[k].values = block.inputs[k].values + r * block.inputs[k].row_step;
    }
    for (int k = 0; k < plan.num_outputs; ++k) {
      row.outputs[k] = block.outputs[k] + r * block.output_steps[k];
    }
    loop(run.params, row);
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
    const TileBuffers buffers(std::max(buffered, io.BufferedBlock()));
    Tile<T> tile{};
    for (int64_t first = begin; first < end; first += tile.rows * tile.columns) {
      tile.rows = 1;
      tile.columns = io.TileAt(first, end - first, buffered);
      if (io.TakesBlocksByRows() && tile.columns == plan.block) {
        tile.rows = plan.axes[1].extent;
        tile.columns = plan.axes[0].extent;
        const int64_t next = first + plan.block < end ? first + plan.block : first;
        RunBlock(io, run, plan, first, next, buffers, tile);
      } else {
        io.Begin(first, buffers, tile);
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
  for (const Plan& part : BlockTransposed(*run.plan, ShapeOfBlocks(*run.plan))) {
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
