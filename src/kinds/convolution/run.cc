#include "kinds/convolution/run.h"

#include <algorithm>
#include <cstring>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "cpu/prefetch.h"
#include "cpu/transpose.h"
#include "kinds/convolution/line_terms.h"
#include "kinds/convolution/met_taps.h"
#include "kinds/convolution/placed_windows.h"
#include "kinds/convolution/results.h"
#include "kinds/convolution/single_channel.h"
#include "kinds/product/blocks.h"
#include "kinds/product/loops.h"
#include "kinds/product/matrix_unit.h"
#include "kinds/product/packing.h"

namespace openaclnn {
namespace {

// Memory of this thread, which stays until its next call.
std::byte* Scratch(int64_t bytes) {
  thread_local std::vector<std::byte> memory;
  if (std::ssize(memory) < bytes) {
    memory = {};
    memory.resize(static_cast<size_t>(bytes));
  }
  return memory.data();
}

// Where a group begins.
const std::byte* GroupOf(const WindowedOperand& operand, const std::byte* data, int64_t group) {
  return data + group * operand.group_stride * operand.windows.item;
}

// `rows` rows, or columns, of `depth` indices k each, which lie side by side.
Factor DenseAlongK(const std::byte* data, aclDataType dtype, int64_t rows, int64_t depth) {
  const int64_t item = DtypeBytes(dtype);
  return {data, dtype, item, depth * item, depth, rows};
}

// Rows of a kernel, of `depth` indices k: as they lie if those are equally far apart, else in
// memory of this thread.
Factor WeightsOf(const KernelProductPlan& plan, const ConvolutionData& data, int64_t group,
                 int64_t row, int64_t rows, int64_t first, int64_t depth) {
  const KernelOperand& weights = plan.weights;
  const int64_t item = DtypeBytes(weights.dtype), taps = std::ssize(weights.taps);
  const std::byte* const from =
      data.first + (group * weights.group_stride + row * weights.row_stride) * item;
  if (const int64_t step = weights.step; step != 0) {
    return {from + (weights.taps[0] + first * step) * item,
            weights.dtype,
            step * item,
            weights.row_stride * item,
            depth,
            rows};
  }
  std::byte* const dense = Scratch(rows * depth * item);
  thread_local std::vector<int64_t> offsets;
  offsets.clear();
  for (int64_t k = first; k < first + depth; ++k) {
    offsets.push_back(k / taps * weights.channel_stride +
                      weights.taps[static_cast<size_t>(k % taps)]);
  }
  // Along what is nearer in memory.
  const bool is_along_k = weights.row_stride > weights.channel_stride;
  const auto copy = [&]<class T>(T* to) {
    const T* items = reinterpret_cast<const T*>(from);
    if (is_along_k) {
      for (int64_t r = 0; r < rows; ++r, items += weights.row_stride) {
        for (const int64_t offset : offsets) *to++ = items[offset];
      }
      return;
    }
    // Several that lie side by side in each row are turned together.
    for (size_t k = 0, next = 1; k < offsets.size(); k = next++) {
      while (next < offsets.size() && offsets[next] == offsets[next - 1] + 1) ++next;
      const auto count = static_cast<int64_t>(next - k);
      if (count == 1) {
        CopyApart(items + offsets[k], weights.row_stride, rows, to);
      } else {
        Transpose(
            {reinterpret_cast<const std::byte*>(items + offsets[k]), weights.row_stride * item,
             reinterpret_cast<std::byte*>(to), rows * item, rows, count},
            sizeof(T));
      }
      to += count * rows;
    }
  };
  item == 4 ? copy(reinterpret_cast<uint32_t*>(dense)) : copy(reinterpret_cast<uint16_t*>(dense));
  if (is_along_k) return DenseAlongK(dense, weights.dtype, rows, depth);
  return {dense, weights.dtype, rows * item, item, depth, rows};
}

// The elements that rows of windows meet at `depth` positions: as they lie if they are rows of one
// image, of one tap.
Factor RowsOf(const WindowedOperand& operand, const std::byte* data, int64_t group, int64_t row,
              int64_t rows, int64_t first, int64_t depth) {
  const Windows& windows = operand.windows;
  const WindowAxis& axis = windows.axes.back();
  const int64_t positions = windows.Positions() / std::max<int64_t>(1, windows.batches);
  if (depth > 0 && axis.positions == positions && windows.Taps() == 1 && axis.offsets[0] == 0 &&
      axis.size == axis.positions &&
      (axis.step * axis.stride == 1 || windows.channel_stride == 1) &&
      first % positions + depth <= positions) {
    const int64_t at = first / positions * windows.batch_stride + row * windows.channel_stride +
                       first % positions * axis.step * axis.stride;
    return {GroupOf(operand, data, group) + at * windows.item,
            operand.dtype,
            axis.step * axis.stride * windows.item,
            windows.channel_stride * windows.item,
            depth,
            rows};
  }
  std::byte* const dense = Scratch(rows * depth * operand.windows.item);
  CopyWindows(operand.windows, GroupOf(operand, data, group),
              {.row = row, .rows = rows, .position = first, .positions = depth}, depth, dense);
  return DenseAlongK(dense, operand.dtype, rows, depth);
}

bool AreBfloat16(aclDataType first, aclDataType second) {
  return first == ACL_BF16 && second == ACL_BF16;
}

class KernelProduct final : public BlockedProduct {
 public:
  KernelProduct(const KernelProductPlan& plan, const ConvolutionData& data)
      : BlockedProduct(GetProductLoops(),
                       {.order = OrderOf(plan.weights.dtype, plan.windows.dtype),
                        .k = plan.windows.windows.channels * std::ssize(plan.weights.taps),
                        .n = plan.windows.windows.Positions(),
                        .m = plan.rows,
                        .batches = plan.groups,
                        .are_bfloat16 = AreBfloat16(plan.weights.dtype, plan.windows.dtype)}),
        plan_(plan),
        data_(data),
        result_item_(DtypeBytes(plan.result.dtype)),
        store_(StoreLoopOf(loops, plan.result.dtype)),
        round_(RoundLoopOf(loops, plan.result.dtype)) {}

  const void* FirstOf(int64_t group) const override {
    return data_.first + group * plan_.weights.group_stride * DtypeBytes(plan_.weights.dtype);
  }
  const void* SecondOf(int64_t group) const override {
    return GroupOf(plan_.windows, data_.windows, group);
  }

  void PackFirst(int64_t group, int64_t row, int64_t first, int64_t depth, int64_t step,
                 float* to) const override {
    const int64_t rows = std::min(step, sizes.m - row);
    Pack(loops, sizes.order, WeightsOf(plan_, data_, group, row, rows, first, depth), 0, 0, depth,
         step, to);
  }
  void PackFirstForUnit(int64_t group, int64_t row, int64_t first, int64_t depth,
                        Bfloat16Bits* to) const override {
    const int64_t rows = std::clamp<int64_t>(sizes.m - row, 0, kSideOfUnit);
    PackForUnit(WeightsOf(plan_, data_, group, row, rows, first, depth), false, 0, 0, depth, to);
  }

  void PackSecond(int64_t group, int64_t column, int64_t columns, int64_t first, int64_t depth,
                  int64_t panel, float* to) const override {
    const int64_t places = PlacesOf(sizes.order, depth);
    for (int64_t c = 0; c < columns; c += panel) {
      const int64_t width = WidthOf(panel, columns - c);
      float* const target = to + c * places;
      if (plan_.windows.dtype == ACL_FLOAT) {
        Copy(group, column + c, width, first, depth, reinterpret_cast<std::byte*>(target));
      } else {
        Pack(loops, sizes.order, WindowsOf(group, column + c, width, first, depth), 0, 0, depth,
             width, target);
      }
    }
  }
  void PackSecondForUnit(int64_t group, int64_t column, int64_t columns, int64_t first,
                         int64_t depth, int64_t step, Bfloat16Bits* to) const override {
    constexpr int64_t kAtOnce = 2 * kSideOfUnit;  // so that elements are found for longer rows
    for (int64_t c = 0; c < columns; c += kAtOnce) {
      const int64_t width = CeilDiv(std::min(kAtOnce, columns - c), kSideOfUnit) * kSideOfUnit;
      const Factor windows = WindowsOf(group, column + c, width, first, depth);
      for (int64_t s = 0; s < width; s += kSideOfUnit, to += step) {
        PackForUnit(windows, true, s, 0, depth, to);
      }
    }
  }

  void Store(int64_t group, int64_t row, int64_t rows, int64_t column, int64_t columns,
             int64_t pitch, const double* sums) const override {
    alignas(kWidestVector) double added[kMostColumns];
    const Finish finish{1, 1, data_.bias == nullptr ? nullptr : added};
    StoreRows(group, row, rows, column, columns, [&](int64_t r, std::byte* to) {
      if (finish.added != nullptr) {
        std::fill_n(added, kMostColumns, BiasAt(plan_, data_, group * sizes.m + row + r));
      }
      store_(finish, sums + r * pitch, columns, to);
    });
  }
  bool StoreFloats(int64_t group, int64_t row, int64_t rows, int64_t column, int64_t columns,
                   int64_t pitch, const float* sums) const override {
    if (data_.bias != nullptr) return false;
    StoreRows(group, row, rows, column, columns,
              [&](int64_t r, std::byte* to) { round_(sums + r * pitch, columns, to); });
    return true;
  }

 private:
  struct RunOfResults {
    int64_t to, count;
  };

  // Calls store_row(r, to) for each row of results, which are to be side by side.
  template <class StoreRow>
  void StoreRows(int64_t group, int64_t row, int64_t rows, int64_t column, int64_t columns,
                 const StoreRow& store_row) const {
    const auto& result = plan_.result;
    const int64_t step = result.strides[kSpatialAxes - 1];
    RunOfResults runs[kMostColumns];
    int64_t num_runs = 0;
    ForEachRun(plan_.windows.windows, column, columns, columns, [&](const RunOfPositions& run) {
      int64_t to = run.batch * result.batch_stride;
      for (size_t i = 0; i < kSpatialAxes; ++i) to += run.at[i] * result.strides[i];
      RunOfResults& last = runs[std::max<int64_t>(0, num_runs - 1)];
      if (num_runs > 0 && last.to + last.count * step == to) {
        last.count += run.count;
      } else {
        runs[num_runs++] = {to, run.count};
      }
    });
    alignas(kWidestVector) std::byte results[kMostColumns * sizeof(float)];
    for (int64_t r = 0; r < rows; ++r) {
      std::byte* const to = data_.result + (result.origin + group * result.group_stride +
                                            (row + r) * result.row_stride) *
                                               result_item_;
      if (num_runs == 1 && step == 1) {
        // Results of the next panel follow. The machine does not read ahead for so many rows.
        std::byte* const first = to + runs[0].to * result_item_;
        const int64_t bytes = columns * result_item_;
        AskForLines(reinterpret_cast<uintptr_t>(first) + static_cast<uintptr_t>(bytes), bytes);
        store_row(r, first);
        continue;
      }
      store_row(r, results);
      const std::byte* from = results;
      for (int64_t i = 0; i < num_runs; ++i) {
        StoreItems(from, result_item_, runs[i].count, step, to + runs[i].to * result_item_);
        from += runs[i].count * result_item_;
      }
    }
  }

  void Copy(int64_t group, int64_t column, int64_t columns, int64_t first, int64_t depth,
            std::byte* to) const {
    CopyWindows(plan_.windows.windows, GroupOf(plan_.windows, data_.windows, group),
                {.row = first, .rows = depth, .position = column, .positions = columns}, columns,
                to);
  }
  Factor WindowsOf(int64_t group, int64_t column, int64_t columns, int64_t first,
                   int64_t depth) const {
    const int64_t item = plan_.windows.windows.item;
    std::byte* const dense = Scratch(columns * depth * item);
    Copy(group, column, columns, first, depth, dense);
    return {dense, plan_.windows.dtype, columns * item, item, depth, columns};
  }

  const KernelProductPlan& plan_;
  const ConvolutionData& data_;
  const int64_t result_item_;
  const StoreLoop store_;
  const RoundLoop round_;
};

class WeightGradient final : public BlockedProduct {
 public:
  WeightGradient(const WeightGradientPlan& plan, const ConvolutionData& data)
      : BlockedProduct(GetProductLoops(),
                       {.order = OrderOf(plan.of_rows.dtype, plan.windows.dtype),
                        .k = plan.windows.windows.Positions(),
                        .n = plan.windows.windows.channels * std::ssize(plan.result.taps),
                        .m = plan.rows,
                        .batches = plan.groups,
                        .are_bfloat16 = AreBfloat16(plan.of_rows.dtype, plan.windows.dtype)}),
        plan_(plan),
        data_(data),
        result_item_(DtypeBytes(plan.result.dtype)),
        store_(StoreLoopOf(loops, plan.result.dtype)) {}

  const void* FirstOf(int64_t group) const override {
    return GroupOf(plan_.of_rows, data_.first, group);
  }
  const void* SecondOf(int64_t group) const override {
    return GroupOf(plan_.windows, data_.windows, group);
  }

  void PackFirst(int64_t group, int64_t row, int64_t first, int64_t depth, int64_t step,
                 float* to) const override {
    const int64_t rows = std::min(step, sizes.m - row);
    Pack(loops, sizes.order, RowsOf(plan_.of_rows, data_.first, group, row, rows, first, depth), 0,
         0, depth, step, to);
  }
  void PackSecond(int64_t group, int64_t column, int64_t columns, int64_t first, int64_t depth,
                  int64_t panel, float* to) const override {
    const Factor all = RowsOf(plan_.windows, data_.windows, group, column, columns, first, depth);
    const int64_t places = PlacesOf(sizes.order, depth);
    for (int64_t c = 0; c < columns; c += panel) {
      Pack(loops, sizes.order, all, c, 0, depth, WidthOf(panel, columns - c), to + c * places);
    }
  }
  void PackFirstForUnit(int64_t group, int64_t row, int64_t first, int64_t depth,
                        Bfloat16Bits* to) const override {
    const int64_t rows = std::clamp<int64_t>(sizes.m - row, 0, kSideOfUnit);
    PackForUnit(RowsOf(plan_.of_rows, data_.first, group, row, rows, first, depth), false, 0, 0,
                depth, to);
  }
  void PackSecondForUnit(int64_t group, int64_t column, int64_t columns, int64_t first,
                         int64_t depth, int64_t step, Bfloat16Bits* to) const override {
    for (int64_t c = 0; c < columns; c += kSideOfUnit, to += step) {
      const int64_t width = std::min(columns - c, kSideOfUnit);
      PackForUnit(RowsOf(plan_.windows, data_.windows, group, column + c, width, first, depth),
                  true, 0, 0, depth, to);
    }
  }

  void Store(int64_t group, int64_t row, int64_t rows, int64_t column, int64_t columns,
             int64_t pitch, const double* sums) const override {
    const KernelOperand& result = plan_.result;
    const int64_t taps = std::ssize(result.taps);
    alignas(kWidestVector) std::byte results[kMostColumns * sizeof(float)];
    for (int64_t r = 0; r < rows; ++r, sums += pitch) {
      std::byte* const to =
          data_.result +
          (group * result.group_stride + (row + r) * result.row_stride) * result_item_;
      if (result.step == 1) {
        store_({1, 0, nullptr}, sums, columns, to + (result.taps[0] + column) * result_item_);
        continue;
      }
      store_({1, 0, nullptr}, sums, columns, results);
      for (int64_t c = 0; c < columns; ++c) {
        const int64_t n = column + c;
        const int64_t at =
            n / taps * result.channel_stride + result.taps[static_cast<size_t>(n % taps)];
        CopyItem(results + c * result_item_, result_item_, to + at * result_item_);
      }
    }
  }

 private:
  const WeightGradientPlan& plan_;
  const ConvolutionData& data_;
  const int64_t result_item_;
  const StoreLoop store_;
};

// The lines of this thread.
class ThreadLines {
 public:
  // Places a part of the windows of a group.
  void Place(const WindowedOperand& operand, const std::byte* data, int64_t group,
             const WindowPart& part) {
    placed.Place(operand.windows, operand.dtype, GroupOf(operand, data, group), part);
    position = part.position;
  }
  // What was placed. Rows are those of whole tiles.
  BlockedProduct::Lines Get(ProductOrder order, int64_t lanes) {
    rows.resize(static_cast<size_t>(CeilDiv(std::ssize(rows), kMostRows) * kMostRows), rows[0]);
    all_.Set(order, lanes, offsets);
    return {rows.data(), all_.Get()};
  }
  // The same, where tiles leave out taps that they do not meet. Index k counts from `first` on.
  BlockedProduct::Lines Get(ProductOrder order, int64_t lanes, int64_t taps, int64_t first) {
    BlockedProduct::Lines lines = Get(order, lanes);
    if (met.AreAll()) return lines;
    of_indices_.clear();
    for (int64_t k = 0, tap = first % taps; k < std::ssize(offsets); ++k) {
      of_indices_.push_back(Taps{1} << tap);
      tap = tap + 1 == taps ? 0 : tap + 1;
    }
    num_lists_ = 0;
    of_tiles_.clear();
    for (const Taps tile : met.OfTiles()) of_tiles_.push_back(TermsOf(tile, order, lanes));
    lines.of_tiles = of_tiles_.data();
    return lines;
  }

  PlacedWindows placed;
  MetTaps met;
  int64_t position = 0;  // the first one of the part
  std::vector<const float*> rows;
  std::vector<int32_t> offsets;  // of indices k

 private:
  struct ListOfTaps {
    Taps met;
    TermList list;
  };

  LineTerms TermsOf(Taps tile, ProductOrder order, int64_t lanes) {
    for (size_t i = 0; i < num_lists_; ++i) {
      if (lists_[i].met == tile) return lists_[i].list.Get();
    }
    if (num_lists_ == lists_.size()) lists_.emplace_back();
    ListOfTaps& made = lists_[num_lists_++];
    made.met = tile;
    made.list.Set(order, lanes, offsets,
                  [&](int32_t k) { return (of_indices_[static_cast<size_t>(k)] & tile) != 0; });
    return made.list.Get();
  }

  TermList all_;
  std::vector<Taps> of_indices_;   // the tap of each k
  std::vector<ListOfTaps> lists_;  // those that are made first
  size_t num_lists_ = 0;
  std::vector<LineTerms> of_tiles_;
};
ThreadLines& GetThreadLines() {
  thread_local ThreadLines lines;
  return lines;
}

// A product whose first factor is read in lines, and that no unit computes.
class ProductInLines : public BlockedProduct {
 public:
  using BlockedProduct::BlockedProduct;

  void PackFirst(int64_t, int64_t, int64_t, int64_t, int64_t, float*) const override {}
  void PackFirstForUnit(int64_t, int64_t, int64_t, int64_t, Bfloat16Bits*) const override {}
  void PackSecondForUnit(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t,
                         Bfloat16Bits*) const override {}
};

// The other way round: rows are positions, read in lines; columns are rows of the kernel.
class KernelProductInLines final : public ProductInLines {
 public:
  KernelProductInLines(const KernelProductPlan& plan, const ConvolutionData& data)
      : ProductInLines(GetProductLoops(),
                       {.order = OrderOf(plan.weights.dtype, plan.windows.dtype),
                        .k = plan.windows.windows.channels * std::ssize(plan.weights.taps),
                        .n = plan.rows,
                        .m = plan.windows.windows.Positions(),
                        .batches = plan.groups,
                        .has_lines = true}),
        plan_(plan),
        data_(data),
        item_(DtypeBytes(plan.result.dtype)),
        store_(StoreLoopOf(loops, plan.result.dtype)),
        round_(RoundLoopOf(loops, plan.result.dtype)) {
    if (data.bias == nullptr) return;
    for (int64_t row = 0; row < plan.groups * plan.rows; ++row) {
      bias_.push_back(BiasAt(plan, data, row));
    }
    bias_.resize(bias_.size() + kMostColumns);
  }

  const void* FirstOf(int64_t group) const override {
    return GroupOf(plan_.windows, data_.windows, group);
  }
  const void* SecondOf(int64_t group) const override {
    return data_.first + group * plan_.weights.group_stride * DtypeBytes(plan_.weights.dtype);
  }

  Lines LinesOf(int64_t group, int64_t row, int64_t rows, int64_t first,
                int64_t depth) const override {
    ThreadLines& lines = GetThreadLines();
    const Windows& windows = plan_.windows.windows;
    if (first == 0) lines.met.Find(windows, row, rows, loops.rows);
    lines.Place(plan_.windows, data_.windows, group,
                {.row = first, .rows = depth, .position = row, .positions = rows});
    lines.rows.resize(static_cast<size_t>(rows));
    for (int64_t r = 0; r < rows; ++r) {
      lines.rows[static_cast<size_t>(r)] =
          lines.placed.First() + lines.placed.OfPosition(lines.met.PositionOf(r));
    }
    lines.offsets.resize(static_cast<size_t>(depth));
    lines.placed.ForEachRow([&](int64_t k, int64_t offset) {
      lines.offsets[static_cast<size_t>(k)] = static_cast<int32_t>(offset);
    });
    return lines.Get(sizes.order, loops.lanes, windows.Taps(), first);
  }
  void PackSecond(int64_t group, int64_t column, int64_t columns, int64_t first, int64_t depth,
                  int64_t panel, float* to) const override {
    const int64_t places = PlacesOf(sizes.order, depth);
    for (int64_t c = 0; c < columns; c += panel) {
      const int64_t width = WidthOf(panel, columns - c);
      Pack(loops, sizes.order,
           WeightsOf(plan_, data_, group, column + c, std::min(panel, columns - c), first, depth),
           0, 0, depth, width, to + c * places);
    }
  }

  void Store(int64_t group, int64_t row, int64_t rows, int64_t column, int64_t columns,
             int64_t pitch, const double* sums) const override {
    const Finish finish{1, 1, bias_.empty() ? nullptr : bias_.data() + group * sizes.n + column};
    StoreColumns(group, row, rows, column, columns,
                 [&](int64_t r, std::byte* to) { store_(finish, sums + r * pitch, columns, to); });
  }
  bool StoreFloats(int64_t group, int64_t row, int64_t rows, int64_t column, int64_t columns,
                   int64_t pitch, const float* sums) const override {
    if (!bias_.empty()) return false;
    StoreColumns(group, row, rows, column, columns,
                 [&](int64_t r, std::byte* to) { round_(sums + r * pitch, columns, to); });
    return true;
  }

 private:
  template <class StoreRow>
  void StoreColumns(int64_t group, int64_t row, int64_t rows, int64_t column, int64_t columns,
                    const StoreRow& store_row) const {
    const PositionOperand& result = plan_.result;
    std::byte* const first =
        data_.result +
        (result.origin + group * result.group_stride + column * result.row_stride) * item_;
    ColumnsOfResults results{first, item_, columns, result.row_stride};
    const ThreadLines& lines = GetThreadLines();
    RunsOfResults runs(result.strides[kSpatialAxes - 1]);
    lines.met.ForEachStretch(row - lines.position, rows, [&](int64_t count, int64_t position) {
      ForEachRun(plan_.windows.windows, lines.position + position, count, count,
                 [&](const RunOfPositions& run) {
                   int64_t to = run.batch * result.batch_stride;
                   for (size_t i = 0; i < kSpatialAxes; ++i) to += run.at[i] * result.strides[i];
                   runs.Add(run.count, to);
                 });
    });
    results.Store(rows, runs, store_row);
  }

  const KernelProductPlan& plan_;
  const ConvolutionData& data_;
  const int64_t item_;
  const StoreLoop store_;
  const RoundLoop round_;
  std::vector<double> bias_;  // of all rows, and what a loop reads beyond them
};

// Rows are those of the matrix of windows, read in lines; columns are those of the result.
class WeightGradientInLines final : public ProductInLines {
 public:
  WeightGradientInLines(const WeightGradientPlan& plan, const ConvolutionData& data)
      : ProductInLines(GetProductLoops(),
                       {.order = OrderOf(plan.of_rows.dtype, plan.windows.dtype),
                        .k = plan.windows.windows.Positions(),
                        .n = plan.rows,
                        .m = plan.windows.windows.channels * std::ssize(plan.result.taps),
                        .batches = plan.groups,
                        .has_lines = true}),
        plan_(plan),
        data_(data),
        item_(DtypeBytes(plan.result.dtype)),
        store_(StoreLoopOf(loops, plan.result.dtype)) {}

  const void* FirstOf(int64_t group) const override {
    return GroupOf(plan_.windows, data_.windows, group);
  }
  const void* SecondOf(int64_t group) const override {
    return GroupOf(plan_.of_rows, data_.first, group);
  }

  Lines LinesOf(int64_t group, int64_t row, int64_t rows, int64_t first,
                int64_t depth) const override {
    ThreadLines& lines = GetThreadLines();
    lines.Place(plan_.windows, data_.windows, group,
                {.row = row, .rows = rows, .position = first, .positions = depth});
    lines.rows.resize(static_cast<size_t>(rows));
    lines.placed.ForEachRow([&](int64_t r, int64_t offset) {
      lines.rows[static_cast<size_t>(r)] = lines.placed.First() + offset;
    });
    lines.offsets.resize(static_cast<size_t>(depth));
    for (int64_t k = 0; k < depth; ++k) {
      lines.offsets[static_cast<size_t>(k)] = static_cast<int32_t>(lines.placed.OfPosition(k));
    }
    return lines.Get(sizes.order, loops.lanes);
  }
  void PackSecond(int64_t group, int64_t column, int64_t columns, int64_t first, int64_t depth,
                  int64_t panel, float* to) const override {
    const Factor all = RowsOf(plan_.of_rows, data_.first, group, column, columns, first, depth);
    const int64_t places = PlacesOf(sizes.order, depth);
    for (int64_t c = 0; c < columns; c += panel) {
      Pack(loops, sizes.order, all, c, 0, depth, WidthOf(panel, columns - c), to + c * places);
    }
  }

  void Store(int64_t group, int64_t row, int64_t rows, int64_t column, int64_t columns,
             int64_t pitch, const double* sums) const override {
    const KernelOperand& result = plan_.result;
    const int64_t taps = std::ssize(result.taps);
    ColumnsOfResults results{
        data_.result + (group * result.group_stride + column * result.row_stride) * item_, item_,
        columns, result.row_stride};
    const auto store_row = [&](int64_t r, std::byte* to) {
      store_({1, 0, nullptr}, sums + r * pitch, columns, to);
    };
    if (result.step != 0) {
      RunsOfResults runs(result.step);
      runs.Add(rows, result.taps[0] + row * result.step);
      return results.Store(rows, runs, store_row);
    }
    RunsOfResults runs(1);
    for (int64_t n = row; n < row + rows; ++n) {
      runs.Add(1, n / taps * result.channel_stride + result.taps[static_cast<size_t>(n % taps)]);
    }
    results.Store(rows, runs, store_row);
  }

 private:
  const WeightGradientPlan& plan_;
  const ConvolutionData& data_;
  const int64_t item_;
  const StoreLoop store_;
};

// Rows of the kernel from which on whole vectors of them are worth it, and terms for which results
// may be turned.
constexpr int64_t kLeastColumns = 16, kLeastTerms = 64, kMostRowsApart = 64;

bool AreForUnit(aclDataType first, aclDataType second) {
  return AreBfloat16(first, second) && GetMatrixUnit() != nullptr;
}
bool HasLines(const KernelProductPlan& plan) {
  const Windows& windows = plan.windows.windows;
  return plan.rows >= kLeastColumns && !AreForUnit(plan.weights.dtype, plan.windows.dtype) &&
         (plan.result.row_stride == 1 ||
          windows.channels * std::ssize(plan.weights.taps) >= kLeastTerms) &&
         windows.Positions() > 0 && PlacedWindows::CanPlace(windows, plan.windows.dtype);
}
bool HasLines(const WeightGradientPlan& plan) {
  const Windows& windows = plan.windows.windows;
  // The unit is faster, except where few rows share windows whose elements lie apart.
  const WindowAxis& width = windows.axes.back();
  const bool is_for_unit = AreForUnit(plan.of_rows.dtype, plan.windows.dtype) &&
                           (plan.rows > kMostRowsApart || width.step * width.stride == 1);
  return plan.rows >= kLeastColumns && !is_for_unit && windows.Positions() > 0 &&
         PlacedWindows::CanPlace(windows, plan.windows.dtype);
}

void Run(const BlockedProduct& product) {
  const BlockedProduct::Sizes& sizes = product.sizes;
  if (sizes.m > 0 && sizes.n > 0 && sizes.batches > 0) MultiplyInBlocks(product);
}

}  // namespace

void RunKernelProduct(const KernelProductPlan& plan, const ConvolutionData& data) {
  if (HasSingleChannels(plan)) return RunSingleChannels(plan, data);
  HasLines(plan) ? Run(KernelProductInLines(plan, data)) : Run(KernelProduct(plan, data));
}
void RunWeightGradient(const WeightGradientPlan& plan, const ConvolutionData& data) {
  if (HasSingleChannels(plan)) return RunSingleChannels(plan, data);
  HasLines(plan) ? Run(WeightGradientInLines(plan, data)) : Run(WeightGradient(plan, data));
}

}  // namespace openaclnn
