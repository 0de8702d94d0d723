#include "kinds/elementwise/run.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "base/dtype.h"
#include "base/settings.h"
#include "cpu/look_ahead.h"
#include "cpu/streaming.h"
#include "cpu/threads.h"
#include "cpu/tile_io.h"
#include "kinds/elementwise/one_tile.h"
#include "tensor/blocks.h"

namespace openaclnn {
namespace {

// Blocks of transposed operands are larger than other tiles. By default they are rows of 256
// elements, which are long enough for a loop that is called for each. There are 64 rows, or 128 of
// 2 bytes, so that four cache lines in a row lie together in memory the other way.
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
  const DenseLoop<T> loop = LoopOf<T>(*run.kernel);
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
  const DenseLoop<T> loop = LoopOf<T>(*run.kernel);
  const int64_t buffered = std::max(GetSettings().tile, plan.block);
  int64_t grain = GrainFor(run.kernel->cost);
  const int64_t unit = io.TakesRows() ? plan.axes[0].extent : std::max(plan.block, int64_t{1});
  grain = (grain + unit - 1) / unit * unit;
  ParallelFor(plan.elements, grain, [&](int64_t begin, int64_t end) {
    const TileBuffers buffers(std::max(buffered, io.BufferedBlock()));
    Tile<T> tile{};
    for (int64_t first = begin; first < end; first += tile.rows * tile.columns) {
      if (io.TakesRows()) {
        tile.rows = io.RowsAt(first, end - first, buffered);
        tile.columns = plan.axes[0].extent;
        io.BeginRows(first, buffers, tile);
        loop(run.params, tile);
        continue;
      }
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

// Rows of a plan that is made for a period have about as many elements.
constexpr int64_t kRow = 1024;

// Innermost axes together that some inputs have alone: they are the same for all steps of the
// others.
struct Period {
  size_t axes = 0;  // 0: there are none
  int64_t elements = 1;
  std::array<bool, kMaxOperands> has = {};  // the operands that repeat
};

// The period of a plan whose other operands are dense, or one element, and which has several; not
// where the inputs that repeat are rows of `loop`'s dtype that are long enough as they lie.
Period PeriodOf(const Plan& plan, LoopType loop) {
  constexpr int64_t kLongest = 4096, kFewest = 8;
  Period period;
  for (size_t axes = 1; axes < plan.axes.size(); ++axes) {
    period.elements *= plan.axes[axes - 1].extent;
    if (period.elements > kLongest || plan.elements / period.elements < kFewest) return {};
    bool fits = true, needs_copies = axes > 1 || period.elements <= kRow / 2;
    for (int k = 0; k < plan.num_operands && fits; ++k) {
      const bool repeats =
          std::all_of(plan.axes.begin() + static_cast<ptrdiff_t>(axes), plan.axes.end(),
                      [k](const Axis& axis) { return axis.stride[k] == 0; });
      period.has[k] = repeats && !IsUniform(plan, k);
      fits = repeats || IsDense(plan, k);
      needs_copies =
          needs_copies || (period.has[k] && (plan.dtype[k] != DtypeOf(loop) ||
                                             plan.axes[0].stride[k] != DtypeBytes(plan.dtype[k])));
    }
    if (!fits) continue;
    if (!needs_copies) return {};
    period.axes = axes;
    return period;
  }
  return {};
}

// The first `elements` of an input, of the loop's type, `copies` times.
template <class T>
void Repeat(const TileIo<T>& io, int operand, int64_t elements, int64_t copies, T* to) {
  const int64_t buffered = GetSettings().tile;
  const TileBuffers buffers(buffered);
  for (int64_t first = 0; first < elements;) {
    Tile<T> tile{};
    tile.rows = 1;
    tile.columns = io.TileAt(first, elements - first, buffered);
    io.Begin(first, buffers, tile);
    const TileInput<T>& input = tile.inputs[operand];
    for (int64_t i = 0; i < tile.columns; ++i) to[first + i] = input.values[i & input.mask];
    first += tile.columns;
  }
  for (int64_t c = 1; c < copies; ++c) std::copy_n(to, elements, to + c * elements);
}

// Runs a plan with a period as one of long rows, for which inputs that repeat are copied until they
// fill a row; and what is left of it as one row.
template <class T>
void RunPeriods(const Period& period, const ElementwiseRun& run) {
  const Plan& plan = *run.plan;
  const int64_t periods = plan.elements / period.elements;
  const int64_t copies =
      std::clamp<int64_t>(std::min(kRow / period.elements, periods / 4), 1, periods);
  const int64_t row = copies * period.elements, rows = periods / copies;
  const TileIo<T> io(plan, run.data, false);
  thread_local std::vector<T> memory;
  memory.resize(static_cast<size_t>(row * plan.num_operands));
  ElementwiseRun parts[] = {run, run};
  Plan plans[] = {plan, plan};
  const int64_t rest = plan.elements - rows * row;
  plans[0].axes = {Axis{row, {}}, Axis{rows, {}}};
  plans[0].elements = rows * row;
  plans[1].axes = {Axis{rest, {}}};
  plans[1].elements = rest;
  for (int k = 0; k < plan.num_operands; ++k) {
    if (period.has[k]) {
      T* const values = memory.data() + k * row;
      Repeat(io, k, period.elements, copies, values);
      for (int p : {0, 1}) {
        parts[p].data[k] = reinterpret_cast<std::byte*>(values);
        plans[p].dtype[k] = LoopTraits<T>::kDtype;
        plans[p].origin[k] = 0;
        plans[p].axes[0].stride[k] = sizeof(T);
      }
    } else if (!IsUniform(plan, k)) {
      const int64_t item = DtypeBytes(plan.dtype[k]);
      for (int p : {0, 1}) plans[p].axes[0].stride[k] = item;
      plans[0].axes[1].stride[k] = row * item;
      plans[1].origin[k] += rows * row * item;
    }
  }
  RunPlan<T>(plans[0], parts[0]);
  if (rest > 0) RunPlan<T>(plans[1], parts[1]);
}

template <class T>
void RunPart(const ElementwiseRun& run, int64_t begin, int64_t end) {
  const Plan& plan = *run.plan;
  const DenseLoop<T> loop = LoopOf<T>(*run.kernel);
  if (end - begin == plan.elements && IsOneTile<T>(plan)) {
    return loop(run.params, OneTile<T>(run));
  }
  const TileIo<T> io(plan, run.data);
  const int64_t buffered = GetSettings().tile;
  const TileBuffers buffers(buffered);
  Tile<T> tile{};
  tile.rows = 1;
  for (int64_t first = begin; first < end; first += tile.columns) {
    tile.columns = io.TileAt(first, end - first, buffered);
    io.Begin(first, buffers, tile);
    loop(run.params, tile);
    io.End(first, buffers, tile);
  }
  if (io.Streams()) FinishStreaming();
}

// Out of line, so that what it takes of the stack is no matter for short plans.
template <class T>
[[gnu::noinline]] void RunTiles(const ElementwiseRun& run) {
  if (run.plan->axes.size() < 2) return RunPlan<T>(*run.plan, run);
  if (const Period period = PeriodOf(*run.plan, LoopTraits<T>::kType); period.axes != 0) {
    return RunPeriods<T>(period, run);
  }
  for (const Plan& part : BlockTransposed(*run.plan, ShapeOfBlocks(*run.plan))) {
    RunPlan<T>(part, run);
  }
}

// The longest tile that a plan may be: no threads share it, and nobody has to look ahead.
int64_t LongestTile(const ElementwiseRun& run) {
  constexpr int64_t kLongest = 4096;
  if (run.plan->elements <= kOneTile || run.plan->elements > kLongest) return kOneTile;
  return std::max(kOneTile, GrainFor(run.kernel->cost));
}

template <class T>
void RunPlans(const ElementwiseRun& run) {
  if (!IsOneTile<T>(*run.plan, -1, LongestTile(run))) return RunTiles<T>(run);
  LoopOf<T> (*run.kernel)(run.params, OneTile<T>(run));
}

// Calls `body` for a type of the loops of formulas.
template <class Body>
void ForLoop(LoopType loop, const Body& body) {
  ForLoopType<float, double, Bfloat16Bits, Float16Bits, int64_t, int32_t, int8_t>(loop, body);
}

}  // namespace

void RunElementwise(const ElementwiseRun& run, LoopType loop) {
  if (run.plan->elements == 0) return;
  ForLoop(loop, [&]<class T>() { RunPlans<T>(run); });
}

void RunElements(const ElementwiseRun& run, LoopType loop, int64_t begin, int64_t end) {
  ForLoop(loop, [&]<class T>() { RunPart<T>(run, begin, end); });
}

}  // namespace openaclnn
