// The gradient by the weight where groups have one channel: several groups at once, whose elements
// are turned so that they lie side by side. So every lane of a vector has a chain of its own.
#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "cpu/convert.h"
#include "cpu/product_order.h"
#include "cpu/threads.h"
#include "cpu/transpose.h"
#include "kinds/convolution/single_channel.h"
#include "kinds/convolution/tap_loops.h"
#include "kinds/product/run.h"

namespace openaclnn {
namespace {

constexpr int64_t kAtOnce = kChannelsAtOnce;
// That an image with its padding has, for as many channels.
constexpr int64_t kMostFloats = int64_t{1} << 21;

// An axis whose elements are there from the first one that any tap meets on.
struct PaddedAxis {
  explicit PaddedAxis(const WindowAxis& window) : axis(window) {
    const auto [low, high] = std::ranges::minmax(window.offsets);
    least = low;
    size = std::max<int64_t>(0, window.positions - 1) * window.step + high - low + 1;
  }
  const WindowAxis& axis;
  int64_t least, size;
};

class SingleChannelGradient {
 public:
  SingleChannelGradient(const WeightGradientPlan& plan, const ConvolutionData& data)
      : plan_(plan),
        data_(data),
        windows_(plan.windows.windows),
        depth_(windows_.axes[kDepthAxis]),
        height_(windows_.axes[kHeightAxis]),
        width_(windows_.axes[kWidthAxis]),
        order_(OrderOf(plan.of_rows.dtype, plan.windows.dtype)) {
    for (const int64_t d : depth_.axis.offsets) {
      for (const int64_t h : height_.axis.offsets) {
        for (const int64_t w : width_.axis.offsets) {
          offsets_.push_back(
              (((d - depth_.least) * height_.size + h - height_.least) * width_.size + w -
               width_.least) *
              kAtOnce);
        }
      }
    }
  }

  void Run() const {
    const int64_t terms = windows_.Positions() * std::ssize(offsets_) * kAtOnce;
    ParallelFor(CeilDiv(plan_.groups, kAtOnce) * plan_.rows,
                std::max<int64_t>(1, GrainFor(kProductCost) / std::max<int64_t>(1, terms)),
                [&](int64_t begin, int64_t end) {
                  for (int64_t i = begin; i < end; ++i) {
                    Compute(i / plan_.rows * kAtOnce, i % plan_.rows);
                  }
                });
  }

 private:
  struct Memory {
    std::vector<float> elements, rows;
    std::vector<uint16_t> halves;
  };

  // A row of elements of `groups` channels, which lie `between` items apart, to every kAtOnce-th
  // item. What there is not is left as it is.
  template <class T>
  static void Turn(const T* from, int64_t step, int64_t count, int64_t between, int64_t groups,
                   T* to) {
    if (step == 1 && groups > 1) {
      constexpr int64_t kItem = sizeof(T);
      return Transpose({reinterpret_cast<const std::byte*>(from), between * kItem,
                        reinterpret_cast<std::byte*>(to), kAtOnce * kItem, groups, count},
                       sizeof(T));
    }
    for (int64_t g = 0; g < groups; ++g) {
      for (int64_t i = 0; i < count; ++i) to[i * kAtOnce + g] = from[g * between + i * step];
    }
  }
  // The same of any dtype, at `offset` items, to floats. `halves` has zeros for lanes of no group.
  static void TurnToFloats(aclDataType dtype, const std::byte* data, int64_t offset, int64_t step,
                           int64_t count, int64_t between, int64_t groups,
                           std::vector<uint16_t>& halves, float* to) {
    if (dtype == ACL_FLOAT) {
      const auto* const from = reinterpret_cast<const float*>(data) + offset;
      return Turn(from, step, count, between, groups, to);
    }
    const int64_t all = count * kAtOnce;
    if (std::ssize(halves) < all) halves.resize(static_cast<size_t>(all));
    const auto* const from = reinterpret_cast<const uint16_t*>(data) + offset;
    Turn(from, step, count, between, groups, halves.data());
    LoadConversion(dtype, LoopType::kFloat)(halves.data(), to, all);
  }

  // All elements of one image, with their padding, which is 0 from the beginning.
  void TurnElements(int64_t batch, int64_t group, int64_t groups, Memory& memory) const {
    const int64_t image = batch * windows_.batch_stride + group * plan_.windows.group_stride;
    const auto low_of = [](const PaddedAxis& axis) { return std::max<int64_t>(0, axis.least); };
    const auto end_of = [](const PaddedAxis& axis) {
      return std::min(axis.axis.size, axis.least + axis.size);
    };
    const int64_t first = low_of(width_), count = end_of(width_) - first;
    if (count <= 0) return;
    for (int64_t d = low_of(depth_); d < end_of(depth_); ++d) {
      for (int64_t h = low_of(height_); h < end_of(height_); ++h) {
        const int64_t at = ((d - depth_.least) * height_.size + h - height_.least) * width_.size +
                           first - width_.least;
        const int64_t row =
            image + d * depth_.axis.stride + h * height_.axis.stride + first * width_.axis.stride;
        TurnToFloats(plan_.windows.dtype, data_.windows, row, width_.axis.stride, count,
                     plan_.windows.group_stride, groups, memory.halves,
                     memory.elements.data() + at * kAtOnce);
      }
    }
  }

  // The chains of all taps, and what has been added up.
  class Chains {
   public:
    Chains(ProductOrder order, size_t sums)
        : order_(order), chains_{Zeros(sums), Zeros(sums)}, in_float_(sums), doubles_(sums) {}

    // Adds the terms of `sums.count` positions, with which no block or chain ends but at the end.
    void Add(ChannelSums sums) {
      if (order_ == ProductOrder::kFloat) {
        sums.sums = in_float_.data();
        GetTapLoops().add_channels(sums);
        k_ += sums.count;
        if (k_ % kTermsInFloat == 0) EndRun();
        return;
      }
      const int64_t count = sums.count;
      for (int64_t i = 0; i < std::min<int64_t>(2, count); ++i) {
        ChannelSums every_second = sums;
        every_second.rows += i * kAtOnce;
        every_second.elements += i * sums.step;
        every_second.row_step *= 2;
        every_second.step *= 2;
        every_second.count = CeilDiv(count - i, 2);
        every_second.sums = chains_[static_cast<size_t>((k_ + i) % 2)].data();
        GetTapLoops().add_channels(every_second);
      }
      k_ += count;
      if (k_ % kTermsOfBlock == 0) EndBlock();
      if (k_ % kTermsOfRun == 0) EndRun();
    }
    // Positions until a block or a chain ends.
    int64_t Left() const {
      const int64_t terms = order_ == ProductOrder::kFloat ? kTermsInFloat : kTermsOfBlock;
      return terms - k_ % terms;
    }
    const std::vector<double>& End() {
      if (order_ == ProductOrder::kHalves) EndBlock();
      EndRun();
      return doubles_;
    }

   private:
    static std::vector<float> Zeros(size_t count) { return std::vector<float>(count); }

    void EndBlock() {
      auto& [even, odd] = chains_;
      for (size_t i = 0; i < in_float_.size(); ++i) in_float_[i] += even[i] + odd[i];
      for (auto& chain : chains_) std::ranges::fill(chain, 0.0f);
    }
    void EndRun() {
      for (size_t i = 0; i < doubles_.size(); ++i) doubles_[i] += double{in_float_[i]};
      std::ranges::fill(in_float_, 0.0f);
    }

    const ProductOrder order_;
    int64_t k_ = 0;
    std::array<std::vector<float>, 2> chains_;  // of kHalves: of even k, of odd ones
    std::vector<float> in_float_;
    std::vector<double> doubles_;
  };

  void Compute(int64_t group, int64_t row) const {
    const int64_t groups = std::min(kAtOnce, plan_.groups - group), taps = std::ssize(offsets_);
    const int64_t columns = width_.axis.positions;
    const auto zeros = [](int64_t count) { return std::vector<float>(static_cast<size_t>(count)); };
    Memory memory = {.elements = zeros(depth_.size * height_.size * width_.size * kAtOnce),
                     .rows = zeros(columns * kAtOnce),
                     .halves = {}};
    Chains chains(order_, static_cast<size_t>(taps * kAtOnce));
    const Windows& of_rows = plan_.of_rows.windows;
    for (int64_t batch = 0; batch < windows_.batches; ++batch) {
      TurnElements(batch, group, groups, memory);
      for (int64_t d = 0; d < depth_.axis.positions; ++d) {
        for (int64_t h = 0; h < height_.axis.positions; ++h) {
          const int64_t from = batch * of_rows.batch_stride + group * plan_.of_rows.group_stride +
                               row * of_rows.channel_stride + d * of_rows.axes[kDepthAxis].stride +
                               h * of_rows.axes[kHeightAxis].stride;
          TurnToFloats(plan_.of_rows.dtype, data_.first, from, of_rows.axes[kWidthAxis].stride,
                       columns, plan_.of_rows.group_stride, groups, memory.halves,
                       memory.rows.data());
          const int64_t at =
              (d * depth_.axis.step * height_.size + h * height_.axis.step) * width_.size;
          for (int64_t w = 0; w < columns;) {
            const int64_t count = std::min(columns - w, chains.Left());
            chains.Add({.rows = memory.rows.data() + w * kAtOnce,
                        .row_step = kAtOnce,
                        .elements = memory.elements.data() + (at + w * width_.axis.step) * kAtOnce,
                        .step = width_.axis.step * kAtOnce,
                        .offsets = offsets_.data(),
                        .taps = taps,
                        .count = count,
                        .sums = nullptr});
            w += count;
          }
        }
      }
    }
    Store(group, groups, row, chains.End());
  }

  void Store(int64_t group, int64_t groups, int64_t row, const std::vector<double>& sums) const {
    const KernelOperand& result = plan_.result;
    const int64_t item = DtypeBytes(result.dtype);
    const ConvertLoop store = StoreConversion(LoopType::kDouble, result.dtype);
    for (int64_t g = 0; g < groups; ++g) {
      std::byte* const to =
          data_.result + ((group + g) * result.group_stride + row * result.row_stride) * item;
      for (size_t t = 0; t < result.taps.size(); ++t) {
        store(&sums[t * static_cast<size_t>(kAtOnce) + static_cast<size_t>(g)],
              to + result.taps[t] * item, 1);
      }
    }
  }

  const WeightGradientPlan& plan_;
  const ConvolutionData& data_;
  const Windows& windows_;
  const PaddedAxis depth_, height_, width_;
  const ProductOrder order_;
  std::vector<int64_t> offsets_;  // floats
};

}  // namespace

bool HasSingleChannels(const WeightGradientPlan& plan) {
  const Windows& windows = plan.windows.windows;
  if (windows.channels != 1 || plan.groups == 1 || plan.result.taps.empty() ||
      windows.Positions() == 0) {
    return false;
  }
  int64_t elements = kAtOnce;
  for (const WindowAxis& axis : windows.axes) {
    if (__builtin_mul_overflow(elements, PaddedAxis(axis).size, &elements)) return false;
  }
  return elements <= kMostFloats;
}

void RunSingleChannels(const WeightGradientPlan& plan, const ConvolutionData& data) {
  if (plan.rows > 0) SingleChannelGradient(plan, data).Run();
}

}  // namespace openaclnn
