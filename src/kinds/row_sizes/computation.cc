#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "cpu/targets.h"
#include "cpu/threads.h"
#include "cuda/launch.h"
#include "kinds/operands.h"
#include "kinds/planned.h"
#include "kinds/row_sizes/plan.h"
#include "kinds/row_sizes/row_sizes_argument.h"

namespace openaclnn {
namespace {

constexpr int64_t kTile = 4096;  // elements that are loaded at once
constexpr int kCost = 800;       // of an element, in picoseconds, about

// The largest of the sizes of a row's elements, by their bits: these are in the order of the
// numbers, and those of a NaN are above all of them.
class LargestSize {
 public:
  void Add(const Tile<double>& tile, bool has_factor) {
    const TileInput<double>&x = tile.inputs[0], &factor = tile.inputs[1];
    for (int64_t i = 0; i < tile.columns; ++i) {
      double value = x.values[i & x.mask];
      if (has_factor) value *= factor.values[i & factor.mask];
      bits_ = std::max(bits_, std::bit_cast<uint64_t>(std::abs(value)));
    }
  }
  double Value() const { return std::bit_cast<double>(bits_); }

 private:
  uint64_t bits_ = 0;
};

class RowSizesComputation final : public PlannedComputation {
 public:
  int64_t rows, columns;
  double divisor;
  int32_t out;  // the slot of the results
  int64_t out_origin;  // bytes from its first element to the first result
  Plan of_rows;

  bool HasFactor() const { return plan.num_operands > 1; }

  void Run(const Places& places) const override {
    const TileIo<double> io(plan, DataAt(places), false);
    auto* const sizes = reinterpret_cast<float*>(places.First(out) + out_origin);
    const int64_t grain = GrainFor(kCost) / std::max<int64_t>(columns, 1);
    ParallelFor(rows, std::max<int64_t>(grain, 1), [&](int64_t begin, int64_t end) {
      const TileBuffers buffers(kTile);
      for (int64_t row = begin; row < end; ++row) {
        sizes[row] = static_cast<float>(SizeOf(row, io, buffers) / divisor);
      }
    });
  }

  bool HasDeviceCode() const override { return true; }
  bool HasWork() const override { return rows > 0; }
  Status FindCode(const Places& /*places*/, Queue& queue, DeviceCodes& codes) const override {
    return queue.FindCode("openaclnn_row_sizes", codes.Make<const DeviceCode*>());
  }
  Status Launch(const Places& places, const DeviceCodes& codes, Queue& queue) const override {
    RowSizesArgument argument{};
    argument.walk = WalkOf(plan, DataAt(places));
    argument.rows = rows;
    argument.columns = columns;
    argument.divisor = divisor;
    argument.out = reinterpret_cast<uintptr_t>(places.First(out) + out_origin);
    argument.has_factor = HasFactor();
    return queue.Run(codes.Get<const DeviceCode*>(), argument, rows * kThreadsOfSizedRow);
  }

  void ForEachAccess(const AccessVisitor& visit) const override {
    PlannedComputation::ForEachAccess(visit);
    if (rows > 0) visit({of_rows, 0, out, true});
  }
  void AddDetails(Details& details) const override { AddPlan("row sizes", details); }

 private:
  double SizeOf(int64_t row, const TileIo<double>& io, const TileBuffers& buffers) const {
    LargestSize size;
    for (int64_t column = 0; column < columns;) {
      const int64_t first = row * columns + column, rest = columns - column;
      Tile<double> tile{};
      tile.rows = 1;
      tile.columns = std::max<int64_t>(1, io.TileAt(first, rest, kTile));
      io.Begin(first, buffers, tile);
      size.Add(tile, HasFactor());
      column += tile.columns;
    }
    return size.Value();
  }
};

}  // namespace

Stage PlanRowSizes(const RowSizesInputs& inputs) {
  ApplySimdSetting();
  auto made = std::make_unique<RowSizesComputation>();
  const Dims& shape = inputs.x->shape;
  made->columns = shape.back();
  made->rows = inputs.out->extent.elements;
  made->divisor = inputs.divisor;
  made->slot_of[0] = inputs.x.slot;
  std::array<OperandView, 2> views = {ViewIn(*inputs.x.tensor, shape)};
  if (inputs.factor) {
    views[1] = ViewIn(*inputs.factor->tensor, shape);
    made->slot_of[1] = inputs.factor->slot;
  }
  made->plan = PlanInOrder(shape, std::span(views).first(inputs.factor ? 2 : 1), 0);
  made->out = inputs.out.slot;
  made->out_origin = inputs.out.origin;
  PlanAlone(*inputs.out.tensor, 1, made->of_rows);
  made->of_rows.origin[0] += inputs.out.origin;
  const int64_t elements = made->plan.elements;
  return {std::move(made), 0, elements, kCost};
}

}  // namespace openaclnn
