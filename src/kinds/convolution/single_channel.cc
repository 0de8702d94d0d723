// A channel's elements are copied once, with their padding, and in as many parts as steps are long,
// so that those that a tap meets lie side by side for all positions.
#include "kinds/convolution/single_channel.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "cpu/convert.h"
#include "cpu/threads.h"
#include "cpu/tile.h"
#include "kinds/convolution/results.h"
#include "kinds/convolution/tap_loops.h"
#include "kinds/product/run.h"

namespace openaclnn {
namespace {

// Floats of a channel that are there at once, about: they fit a first-level cache.
constexpr int64_t kFloatsAtOnce = 6144;
constexpr int64_t kLongestRow = int64_t{1} << 16;
constexpr int64_t kFloatsBehind = kWidestVector / int64_t{sizeof(float)};

// An axis in parts: an element is in part (element - least) modulo the step.
class AxisInParts {
 public:
  explicit AxisInParts(const WindowAxis& axis) : axis_(axis) {
    const auto [low, high] = std::ranges::minmax(axis.offsets);
    least_ = low;
    behind_ = (high - low) / axis.step;
    for (const int64_t offset : axis.offsets) {
      const int64_t part = (offset - low) % axis.step;
      const auto found = std::ranges::find(parts_, part);
      of_tap_.push_back({found - parts_.begin(), (offset - low) / axis.step});
      if (found == parts_.end()) parts_.push_back(part);
    }
  }

  struct Place {
    int64_t part, at;
  };
  // Where a tap of the first position is.
  const Place& OfTap(size_t tap) const { return of_tap_[tap]; }
  int64_t Parts() const { return std::ssize(parts_); }
  int64_t Taps() const { return std::ssize(of_tap_); }
  int64_t Behind() const { return behind_; }  // elements of a part behind the positions
  // The element at a place of a part.
  int64_t ElementAt(int64_t part, int64_t at) const {
    return at * axis_.step + parts_[static_cast<size_t>(part)] + least_;
  }

  const WindowAxis& axis() const { return axis_; }

 private:
  const WindowAxis& axis_;
  int64_t least_, behind_;
  std::vector<int64_t> parts_;
  std::vector<Place> of_tap_;
};

class SingleChannels {
 public:
  SingleChannels(const KernelProductPlan& plan, const ConvolutionData& data)
      : plan_(plan),
        data_(data),
        windows_(plan.windows.windows),
        depth_(windows_.axes[kDepthAxis]),
        height_(windows_.axes[kHeightAxis]),
        width_(windows_.axes[kWidthAxis]),
        pitch_(windows_.axes[kWidthAxis].positions + width_.Behind()),
        order_(OrderOf(plan.weights.dtype, plan.windows.dtype)) {
    const int64_t parts = depth_.Taps() * height_.Parts() * width_.Parts();
    const int64_t rows = windows_.axes[kHeightAxis].positions;
    const int64_t fit = kFloatsAtOnce / std::max<int64_t>(1, parts * pitch_) - height_.Behind();
    rows_at_once_ = std::clamp<int64_t>(fit, std::min<int64_t>(rows, 8), rows);
    is_whole_ = rows_at_once_ == rows && windows_.axes[kDepthAxis].positions == 1;
    part_ = (rows_at_once_ + height_.Behind()) * pitch_;
    for (int64_t d = 0; d < depth_.Taps(); ++d) {
      for (int64_t h = 0; h < height_.Taps(); ++h) {
        const auto [part_of_row, row] = height_.OfTap(static_cast<size_t>(h));
        for (int64_t w = 0; w < width_.Taps(); ++w) {
          const auto [part_of_column, column] = width_.OfTap(static_cast<size_t>(w));
          const int64_t part =
              (d * height_.Parts() + part_of_row) * width_.Parts() + part_of_column;
          offsets_.push_back(part * part_ + row * pitch_ + column);
        }
      }
    }
  }

  void Run() {
    SetShortRows();
    const int64_t blocks = CeilDiv(windows_.axes[kHeightAxis].positions, rows_at_once_),
                  slices = windows_.axes[kDepthAxis].positions;
    const int64_t terms = rows_at_once_ * pitch_ * std::ssize(offsets_) * plan_.rows;
    const int64_t grain =
        std::max<int64_t>(1, GrainFor(kProductCost) / std::max<int64_t>(1, terms));
    ParallelFor(windows_.batches * plan_.groups * slices * blocks, grain,
                [&](int64_t begin, int64_t end) {
                  Memory& memory = MemoryFor();
                  for (int64_t i = begin; i < end; ++i) {
                    const int64_t slice = i / blocks % slices, channel = i / blocks / slices;
                    Compute(channel / plan_.groups, channel % plan_.groups, slice,
                            i % blocks * rows_at_once_, memory);
                  }
                });
  }

 private:
  struct Memory {
    std::vector<float> elements, sums, weights;
    std::vector<float> slice;         // rows of the tensor as floats
    std::vector<const float*> lines;  // that short rows meet
    std::vector<std::byte> results;   // of the sums, and before that items to be converted
  };

  // This thread's.
  Memory& MemoryFor() const {
    thread_local Memory memory;
    const auto grow = [](auto& part, int64_t size) {
      if (std::ssize(part) < size) part.resize(static_cast<size_t>(size));
    };
    const int64_t elements = depth_.Taps() * height_.Parts() * width_.Parts() * part_;
    grow(memory.elements, elements + kFloatsBehind);
    std::fill_n(memory.elements.data(), elements, 0.0f);
    grow(memory.sums, rows_at_once_ * pitch_ + kFloatsBehind);
    grow(memory.weights, std::ssize(offsets_));
    const int64_t most = std::max({rows_at_once_ * pitch_, pitch_, std::ssize(offsets_)});
    grow(memory.results, most * int64_t{sizeof(float)});
    return memory;
  }

  // A row of one part: elements that are `step` apart. Beyond the ends are zeros already.
  void CopyRow(const std::byte* from, aclDataType dtype, int64_t part, std::byte* items,
               float* to) const {
    const WindowAxis& axis = width_.axis();
    const int64_t first = width_.ElementAt(part, 0), item = DtypeBytes(dtype);
    const int64_t low = std::min(pitch_, CeilDiv(std::max<int64_t>(0, -first), axis.step));
    const int64_t high =
        std::clamp(CeilDiv(std::max<int64_t>(0, axis.size - first), axis.step), low, pitch_);
    if (low == high) return;
    const int64_t step = axis.step * axis.stride;
    from += (first + low * axis.step) * axis.stride * item;
    if (dtype == ACL_FLOAT) {
      CopyApart(reinterpret_cast<const float*>(from), step, high - low, to + low);
      return;
    }
    auto* const halves = reinterpret_cast<uint16_t*>(items);
    CopyApart(reinterpret_cast<const uint16_t*>(from), step, high - low, halves);
    LoadConversion(dtype, LoopType::kFloat)(items, to + low, high - low);
  }
  // Rows of a tensor from a height on.
  struct Rows {
    const std::byte* data;
    aclDataType dtype;
    int64_t first;
  };

  // Rows of a slice that results from `row` on need. Where rows of halves lie one behind the other
  // they become floats at once.
  Rows RowsOf(const std::byte* slice, int64_t row, int64_t rows, Memory& memory) const {
    const WindowAxis &height = height_.axis(), &width = width_.axis();
    const aclDataType dtype = plan_.windows.dtype;
    if (dtype == ACL_FLOAT || width.stride != 1 || height.stride != width.size) {
      return {slice, dtype, 0};
    }
    int64_t low = height.size, high = 0;
    for (int64_t part = 0; part < height_.Parts(); ++part) {
      low = std::min(low, height_.ElementAt(part, row));
      high = std::max(high, height_.ElementAt(part, row + rows - 1 + height_.Behind()) + 1);
    }
    low = std::clamp<int64_t>(low, 0, height.size);
    high = std::clamp(high, low, height.size);
    const int64_t count = (high - low) * width.size;
    if (std::ssize(memory.slice) < count) memory.slice.resize(static_cast<size_t>(count));
    LoadConversion(dtype, LoopType::kFloat)(slice + low * width.size * windows_.item,
                                            memory.slice.data(), count);
    return {reinterpret_cast<const std::byte*>(memory.slice.data()), ACL_FLOAT, low};
  }

  // All parts of the rows that results from `row` on need.
  void CopyElements(const std::byte* from, int64_t slice, int64_t row, int64_t rows,
                    Memory& memory) const {
    const WindowAxis &depth = depth_.axis(), &height = height_.axis();
    float* to = memory.elements.data();
    for (const int64_t offset : depth.offsets) {
      const int64_t at_depth = slice * depth.step + offset;
      const bool has_slice = at_depth >= 0 && at_depth < depth.size;
      const Rows source =
          has_slice ? RowsOf(from + at_depth * depth.stride * windows_.item, row, rows, memory)
                    : Rows{};
      for (int64_t r = 0; r < height_.Parts(); ++r) {
        for (int64_t c = 0; c < width_.Parts(); ++c, to += part_) {
          for (int64_t i = 0; i < rows + height_.Behind(); ++i) {
            const int64_t at = height_.ElementAt(r, row + i);
            float* const target = to + i * pitch_;
            if (!has_slice || at < 0 || at >= height.size) {
              // All channels have the same rows of zeros if they are there at once.
              if (!is_whole_) std::fill_n(target, pitch_, 0.0f);
              continue;
            }
            CopyRow(source.data + (at - source.first) * height.stride * DtypeBytes(source.dtype),
                    source.dtype, c, memory.results.data(), target);
          }
        }
      }
    }
  }

  // Finds the loop for short rows and what taps meet in them, if all are so.
  void SetShortRows() {
    const WindowAxis &depth = depth_.axis(), &height = height_.axis(), &width = width_.axis();
    const int64_t heights = height_.Taps(), step = height.step;
    const bool is_inside = depth_.Taps() == 1 && depth.offsets[0] >= 0 &&
                           (depth.positions - 1) * depth.step + depth.offsets[0] < depth.size;
    const bool is_short = width.positions <= kMostShort && width.size <= kMostShort * step &&
                          rows_at_once_ == height.positions;
    // Those of 16 bits become floats as a whole.
    const bool is_dense =
        width.stride == 1 && (plan_.windows.dtype == ACL_FLOAT || height.stride == width.size);
    const int64_t down = heights == 1 ? 1 : height.offsets[1] - height.offsets[0];
    if (!is_inside || !is_short || !is_dense || width.step != step || step > 2 ||
        heights > kMostHeights || std::abs(down) != 1 ||
        (heights == 3 && height.offsets[2] - height.offsets[1] != down)) {
      return;
    }
    is_upwards_ = down < 0;
    add_rows_ = GetTapLoops().add_rows[static_cast<size_t>(order_)][step - 1][heights - 1];
    zeros_.resize(static_cast<size_t>(width.size));
    for (const int64_t offset : width.offsets) {
      ShortRows::Tap& tap = widths_.emplace_back(ShortRows::Tap{offset, 0});
      for (int64_t i = 0; i < 64; ++i) {
        if (offset + i >= 0 && offset + i < width.size) tap.there |= uint64_t{1} << i;
      }
    }
  }

  // The sums of a channel's short rows, `pitch` apart. Where taps go upwards, so do rows.
  void AddShortRows(const std::byte* slice, const float* weights, float* to, int64_t pitch,
                    Memory& memory) const {
    const WindowAxis& height = height_.axis();
    const Rows source = RowsOf(slice, 0, height.positions, memory);
    const auto* const first = reinterpret_cast<const float*>(source.data);
    const int64_t lines = (height.positions - 1) * height.step + height_.Taps(),
                  last = (height.positions - 1) * height.step + height.offsets[0];
    memory.lines.resize(static_cast<size_t>(lines));
    for (int64_t i = 0; i < lines; ++i) {
      const int64_t at = is_upwards_ ? last - i : height.offsets[0] + i;
      memory.lines[static_cast<size_t>(i)] =
          at >= 0 && at < height.size ? first + (at - source.first) * height.stride : zeros_.data();
    }
    add_rows_({.lines = memory.lines.data(),
               .widths = widths_.data(),
               .num_widths = width_.Taps(),
               .weights = weights,
               .rows = height.positions,
               .columns = width_.axis().positions,
               .to = is_upwards_ ? to + (height.positions - 1) * pitch : to,
               .pitch = is_upwards_ ? -pitch : pitch});
  }

  void Compute(int64_t batch, int64_t group, int64_t slice, int64_t row, Memory& memory) const {
    const int64_t rows = std::min(rows_at_once_, windows_.axes[kHeightAxis].positions - row);
    const std::byte* const image =
        data_.windows +
        (batch * windows_.batch_stride + group * plan_.windows.group_stride) * windows_.item;
    if (add_rows_ == nullptr) CopyElements(image, slice, row, rows, memory);
    const TapLoops& loops = GetTapLoops();
    const PositionOperand& result = plan_.result;
    const int64_t item = DtypeBytes(result.dtype), columns = width_.axis().positions;
    for (int64_t r = 0; r < plan_.rows; ++r) {
      const int64_t to = result.origin + group * result.group_stride + r * result.row_stride +
                         batch * result.batch_stride + slice * result.strides[kDepthAxis];
      std::byte* const target = data_.result + (to + row * result.strides[kHeightAxis]) * item;
      const double bias = BiasAt(plan_, data_, group * plan_.rows + r);
      if (add_rows_ != nullptr) {
        const WindowAxis& depth = depth_.axis();
        const int64_t at = slice * depth.step + depth.offsets[0];
        const bool is_direct =
            result.dtype == ACL_FLOAT && bias == 0 && result.strides[kWidthAxis] == 1;
        AddShortRows(image + at * depth.stride * windows_.item, WeightsOf(group, r, memory),
                     is_direct ? reinterpret_cast<float*>(target) : memory.sums.data(),
                     is_direct ? result.strides[kHeightAxis] : pitch_, memory);
        if (!is_direct) StoreRows(memory, rows, columns, bias, target);
        continue;
      }
      loops.add[static_cast<size_t>(order_)]({.from = memory.elements.data(),
                                              .offsets = offsets_.data(),
                                              .weights = WeightsOf(group, r, memory),
                                              .taps = std::ssize(offsets_),
                                              .count = (rows - 1) * pitch_ + columns,
                                              .to = memory.sums.data()});
      StoreRows(memory, rows, columns, bias, target);
    }
  }

  const float* WeightsOf(int64_t group, int64_t row, Memory& memory) const {
    const KernelOperand& weights = plan_.weights;
    const int64_t item = DtypeBytes(weights.dtype), taps = std::ssize(weights.taps);
    const std::byte* items =
        data_.first + (group * weights.group_stride + row * weights.row_stride) * item;
    if (weights.step == 1 || taps == 1) {
      items += weights.taps[0] * item;
    } else {
      for (int64_t t = 0; t < taps; ++t) {
        CopyItem(items + weights.taps[static_cast<size_t>(t)] * item, item,
                 memory.results.data() + t * item);
      }
      items = memory.results.data();
    }
    if (weights.dtype == ACL_FLOAT) {
      std::memcpy(memory.weights.data(), items, static_cast<size_t>(taps) * sizeof(float));
    } else {
      LoadConversion(weights.dtype, LoopType::kFloat)(items, memory.weights.data(), taps);
    }
    return memory.weights.data();
  }

  // All rows are rounded at once, with what lies between them.
  void StoreRows(Memory& memory, int64_t rows, int64_t columns, double bias, std::byte* to) const {
    const PositionOperand& result = plan_.result;
    const aclDataType dtype = result.dtype;
    const int64_t item = DtypeBytes(dtype), step = result.strides[kWidthAxis];
    const auto* results = reinterpret_cast<const std::byte*>(memory.sums.data());
    if (dtype != ACL_FLOAT || bias != 0) {
      const TapLoops& loops = GetTapLoops();
      const auto finish = dtype == ACL_FLOAT  ? loops.to_float
                          : dtype == ACL_BF16 ? loops.to_bfloat16
                                              : loops.to_float16;
      finish(memory.sums.data(), (rows - 1) * pitch_ + columns, bias, memory.results.data());
      results = memory.results.data();
    }
    for (int64_t i = 0; i < rows; ++i) {
      StoreItems(results + i * pitch_ * item, item, columns, step,
                 to + i * result.strides[kHeightAxis] * item);
    }
  }

  const KernelProductPlan& plan_;
  const ConvolutionData& data_;
  const Windows& windows_;
  const AxisInParts depth_, height_, width_;
  const int64_t pitch_;  // of rows of elements and of sums
  const ProductOrder order_;
  int64_t rows_at_once_, part_;     // of results; floats of one part
  bool is_whole_;                   // whether all results of a channel are computed at once
  std::vector<int64_t> offsets_;    // of taps
  AddRowsLoop add_rows_ = nullptr;  // null: rows are copied
  std::vector<ShortRows::Tap> widths_;
  bool is_upwards_ = false;
  std::vector<float> zeros_;  // a row beyond the ends
};

}  // namespace

bool HasSingleChannels(const KernelProductPlan& plan) {
  const int64_t taps = std::ssize(plan.weights.taps);
  return plan.windows.windows.channels == 1 && taps > 0 &&
         plan.windows.windows.axes[kWidthAxis].positions <= kLongestRow &&
         taps <= kMostTaps(OrderOf(plan.weights.dtype, plan.windows.dtype));
}

void RunSingleChannels(const KernelProductPlan& plan, const ConvolutionData& data) {
  if (plan.windows.windows.Positions() == 0 || plan.rows == 0 || plan.groups == 0) return;
  SingleChannels(plan, data).Run();
}

}  // namespace openaclnn
