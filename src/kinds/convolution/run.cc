#include "kinds/convolution/run.h"

#include <algorithm>
#include <cstring>

#include "base/ceil_div.h"
#include "base/dtype.h"
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

  const void* FirstOf(int64_t group) const override { return WeightsOf(group); }
  const void* SecondOf(int64_t group) const override {
    return GroupOf(plan_.windows, data_.windows, group);
  }

  void PackFirst(int64_t group, int64_t row, int64_t first, int64_t depth, int64_t step,
                 float* to) const override {
    const int64_t rows = std::min(step, sizes.m - row);
    Pack(loops, sizes.order, WeightsOf(group, row, rows, first, depth), 0, 0, depth, step, to);
  }
  void PackFirstForUnit(int64_t group, int64_t row, int64_t first, int64_t depth,
                        Bfloat16Bits* to) const override {
    const int64_t rows = std::clamp<int64_t>(sizes.m - row, 0, kSideOfUnit);
    PackForUnit(WeightsOf(group, row, rows, first, depth), false, 0, 0, depth, to);
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
  void PackSecondForUnit(int64_t group, int64_t column, int64_t first, int64_t depth,
                         Bfloat16Bits* to) const override {
    PackForUnit(WindowsOf(group, column, kSideOfUnit, first, depth), true, 0, 0, depth, to);
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
        store_row(r, to + runs[0].to * result_item_);
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

  const std::byte* WeightsOf(int64_t group) const {
    return data_.first + group * plan_.weights.group_stride * DtypeBytes(plan_.weights.dtype);
  }

  // Rows of the weights, of `depth` indices k: as they lie if those are equally far apart, else in
  // memory of this thread.
  Factor WeightsOf(int64_t group, int64_t row, int64_t rows, int64_t first, int64_t depth) const {
    const KernelOperand& weights = plan_.weights;
    const int64_t item = DtypeBytes(weights.dtype), taps = std::ssize(weights.taps);
    const std::byte* const data = WeightsOf(group) + row * weights.row_stride * item;
    if (const int64_t step = weights.step; step != 0) {
      return {data + (weights.taps[0] + first * step) * item,
              weights.dtype,
              step * item,
              weights.row_stride * item,
              depth,
              rows};
    }
    std::byte* const dense = Scratch(rows * depth * item);
    for (int64_t i = 0; i < depth; ++i) {
      const int64_t k = first + i;
      const std::byte* from =
          data +
          (k / taps * weights.channel_stride + weights.taps[static_cast<size_t>(k % taps)]) * item;
      std::byte* to = dense + i * item;
      for (int64_t r = 0; r < rows; ++r) {
        CopyItem(from, item, to);
        from += weights.row_stride * item;
        to += depth * item;
      }
    }
    return DenseAlongK(dense, weights.dtype, rows, depth);
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
  void PackSecondForUnit(int64_t group, int64_t column, int64_t first, int64_t depth,
                         Bfloat16Bits* to) const override {
    const int64_t columns = std::clamp<int64_t>(sizes.n - column, 0, kSideOfUnit);
    PackForUnit(RowsOf(plan_.windows, data_.windows, group, column, columns, first, depth), true, 0,
                0, depth, to);
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
  static Factor RowsOf(const WindowedOperand& operand, const std::byte* data, int64_t group,
                       int64_t row, int64_t rows, int64_t first, int64_t depth) {
    std::byte* const dense = Scratch(rows * depth * operand.windows.item);
    CopyWindows(operand.windows, GroupOf(operand, data, group),
                {.row = row, .rows = rows, .position = first, .positions = depth}, depth, dense);
    return DenseAlongK(dense, operand.dtype, rows, depth);
  }

  const WeightGradientPlan& plan_;
  const ConvolutionData& data_;
  const int64_t result_item_;
  const StoreLoop store_;
};

void Run(const BlockedProduct& product) {
  const BlockedProduct::Sizes& sizes = product.sizes;
  if (sizes.m > 0 && sizes.n > 0 && sizes.batches > 0) MultiplyInBlocks(product);
}

}  // namespace

void RunKernelProduct(const KernelProductPlan& plan, const ConvolutionData& data) {
  HasSingleChannels(plan) ? RunSingleChannels(plan, data) : Run(KernelProduct(plan, data));
}
void RunWeightGradient(const WeightGradientPlan& plan, const ConvolutionData& data) {
  HasSingleChannels(plan) ? RunSingleChannels(plan, data) : Run(WeightGradient(plan, data));
}

}  // namespace openaclnn
