// The gradient by the weight where groups have one channel: several groups at once, whose elements
// are turned so that they lie side by side. So every lane of a vector has a chain of its own.
#include <algorithm>
#include <cstring>
#include <vector>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "cpu/product_order.h"
#include "cpu/threads.h"
#include "cpu/transpose.h"
#include "kinds/convolution/single_channel.h"
#include "kinds/convolution/tap_loops.h"
#include "kinds/product/run.h"

namespace openaclnn {
namespace {

constexpr size_t kDepthAxis = 0, kHeightAxis = 1, kWidthAxis = 2;
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
        width_(windows_.axes[kWidthAxis]) {
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
  // A row of elements of `groups` channels, which lie `between` items apart, to every kAtOnce-th
  // float. What there is not is left as it is.
  static void Turn(const float* from, int64_t step, int64_t count, int64_t between, int64_t groups,
                   float* to) {
    if (step == 1 && groups > 1) {
      return Transpose(
          {reinterpret_cast<const std::byte*>(from), between * int64_t{sizeof(float)},
           reinterpret_cast<std::byte*>(to), kAtOnce * int64_t{sizeof(float)}, groups, count},
          sizeof(float));
    }
    for (int64_t g = 0; g < groups; ++g) {
      for (int64_t i = 0; i < count; ++i) to[i * kAtOnce + g] = from[g * between + i * step];
    }
  }

  // All elements of one image, with their padding, which is 0 from the beginning.
  void TurnElements(int64_t batch, int64_t group, int64_t groups, float* to) const {
    const auto* const from = reinterpret_cast<const float*>(data_.windows) +
                             batch * windows_.batch_stride + group * plan_.windows.group_stride;
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
        Turn(from + d * depth_.axis.stride + h * height_.axis.stride + first * width_.axis.stride,
             width_.axis.stride, count, plan_.windows.group_stride, groups, to + at * kAtOnce);
      }
    }
  }

  void Compute(int64_t group, int64_t row) const {
    const int64_t groups = std::min(kAtOnce, plan_.groups - group), taps = std::ssize(offsets_);
    const int64_t columns = width_.axis.positions;
    const auto zeros = [](int64_t count) { return std::vector<float>(static_cast<size_t>(count)); };
    std::vector<float> elements = zeros(depth_.size * height_.size * width_.size * kAtOnce),
                       rows = zeros(columns * kAtOnce), in_float = zeros(taps * kAtOnce);
    std::vector<double> sums(in_float.size());
    const auto end_chain = [&] {
      for (size_t i = 0; i < sums.size(); ++i) sums[i] += double{in_float[i]};
      std::ranges::fill(in_float, 0.0f);
    };
    const Windows& of_rows = plan_.of_rows.windows;
    int64_t k = 0;
    for (int64_t batch = 0; batch < windows_.batches; ++batch) {
      TurnElements(batch, group, groups, elements.data());
      for (int64_t d = 0; d < depth_.axis.positions; ++d) {
        for (int64_t h = 0; h < height_.axis.positions; ++h) {
          const int64_t from = batch * of_rows.batch_stride + group * plan_.of_rows.group_stride +
                               row * of_rows.channel_stride + d * of_rows.axes[kDepthAxis].stride +
                               h * of_rows.axes[kHeightAxis].stride;
          Turn(reinterpret_cast<const float*>(data_.first) + from, of_rows.axes[kWidthAxis].stride,
               columns, plan_.of_rows.group_stride, groups, rows.data());
          const int64_t at =
              (d * depth_.axis.step * height_.size + h * height_.axis.step) * width_.size;
          for (int64_t w = 0; w < columns;) {
            const int64_t count = std::min(columns - w, kTermsInFloat - k % kTermsInFloat);
            GetTapLoops().add_channels(
                {.rows = rows.data() + w * kAtOnce,
                 .elements = elements.data() + (at + w * width_.axis.step) * kAtOnce,
                 .step = width_.axis.step * kAtOnce,
                 .offsets = offsets_.data(),
                 .taps = taps,
                 .count = count,
                 .sums = in_float.data()});
            w += count;
            k += count;
            if (k % kTermsInFloat == 0) end_chain();
          }
        }
      }
    }
    end_chain();
    Store(group, groups, row, sums);
  }

  void Store(int64_t group, int64_t groups, int64_t row, const std::vector<double>& sums) const {
    const KernelOperand& result = plan_.result;
    const int64_t item = DtypeBytes(result.dtype);
    for (int64_t g = 0; g < groups; ++g) {
      std::byte* const to =
          data_.result + ((group + g) * result.group_stride + row * result.row_stride) * item;
      for (size_t t = 0; t < result.taps.size(); ++t) {
        const auto sum =
            static_cast<float>(sums[t * static_cast<size_t>(kAtOnce) + static_cast<size_t>(g)]);
        std::memcpy(to + result.taps[t] * item, &sum, sizeof(sum));
      }
    }
  }

  const WeightGradientPlan& plan_;
  const ConvolutionData& data_;
  const Windows& windows_;
  const PaddedAxis depth_, height_, width_;
  std::vector<int64_t> offsets_;  // floats
};

}  // namespace

bool HasSingleChannels(const WeightGradientPlan& plan) {
  const Windows& windows = plan.windows.windows;
  const bool are_floats = plan.of_rows.dtype == ACL_FLOAT && plan.windows.dtype == ACL_FLOAT &&
                          plan.result.dtype == ACL_FLOAT;
  if (!are_floats || windows.channels != 1 || plan.groups == 1 || plan.result.taps.empty() ||
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
