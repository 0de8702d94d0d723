#include "kinds/convolution/placed_windows.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/ceil_div.h"
#include "base/dtype.h"
#include "cpu/convert.h"

namespace openaclnn {
namespace {

// Elements of a row that is copied at most: a part has whole rows.
constexpr int64_t kLongestRow = 4096;
// Elements from one position to the next one at most, in a copy.
constexpr int64_t kMostApart = 1024;

struct Reach {
  int64_t least, most;  // of the elements, those of the first position
};
Reach ReachOf(const WindowAxis& axis) {
  const auto [least, most] = std::ranges::minmax(axis.offsets);
  return {least, most};
}
// Elements from the first one that a tap of any of `positions` meets to the last one.
int64_t ElementsOf(const WindowAxis& axis, int64_t positions) {
  const auto [least, most] = ReachOf(axis);
  return std::max<int64_t>(0, positions - 1) * axis.step + most - least + 1;
}
bool IsInside(const WindowAxis& axis) {
  const auto [least, most] = ReachOf(axis);
  return least >= 0 && (axis.positions - 1) * axis.step + most < axis.size;
}

// Loops count places by 32 bits.
bool AreNear(const Windows& windows) {
  int64_t last = (windows.batches - 1) * windows.batch_stride +
                 (windows.channels - 1) * windows.channel_stride;
  for (const WindowAxis& axis : windows.axes) last += (axis.size - 1) * axis.stride;
  return last <= std::numeric_limits<int32_t>::max();
}
bool IsInPlace(const Windows& windows, aclDataType dtype) {
  return dtype == ACL_FLOAT && std::ranges::all_of(windows.axes, IsInside) && AreNear(windows);
}

void CopyFloats(aclDataType dtype, const std::byte* from, int64_t count, float* to) {
  if (dtype == ACL_FLOAT) {
    std::memcpy(to, from, static_cast<size_t>(count) * sizeof(float));
  } else {
    LoadConversion(dtype, LoopType::kFloat)(from, to, count);
  }
}

// Few of them, mostly.
void FillZeros(float* to, int64_t count) {
  for (int64_t i = 0; i < count; ++i) to[i] = 0;
}

}  // namespace

bool PlacedWindows::CanPlace(const Windows& windows, aclDataType dtype) {
  const WindowAxis &depth = windows.axes[kDepthAxis], &height = windows.axes[kHeightAxis],
                   &width = windows.axes[kWidthAxis];
  if (depth.offsets != Dims{0} || !IsInside(depth) || windows.Taps() == 0) return false;
  return IsInPlace(windows, dtype) || (ElementsOf(width, width.positions) <= kLongestRow &&
                                       height.step * width.step <= kMostApart);
}

void PlacedWindows::Place(const Windows& windows, aclDataType dtype, const std::byte* data,
                          const WindowPart& of_matrix) {
  const int64_t taps = windows.Taps(), channel = of_matrix.row / taps;
  const Part part{.channel = channel,
                  .channels = CeilDiv(of_matrix.row + of_matrix.rows, taps) - channel,
                  .position = of_matrix.position,
                  .positions = of_matrix.positions};
  rows_ = of_matrix.rows;
  first_tap_ = of_matrix.row % taps;
  positions_.clear();
  if (!IsInPlace(windows, dtype)) return PlaceInCopy(windows, dtype, data, part);
  first_ = reinterpret_cast<const float*>(data) + part.channel * windows.channel_stride;
  channel_step_ = windows.channel_stride;
  FindTaps(windows, windows.axes[kHeightAxis].stride, windows.axes[kWidthAxis].stride);
  const WindowAxis& width = windows.axes[kWidthAxis];
  first_ += ReachOf(windows.axes[kHeightAxis]).least * windows.axes[kHeightAxis].stride +
            ReachOf(width).least * width.stride;
  ForEachRun(windows, part.position, part.positions, part.positions,
             [&](const RunOfPositions& run) {
               int64_t at = run.batch * windows.batch_stride;
               for (size_t i = 0; i < kSpatialAxes; ++i) {
                 at += run.at[i] * windows.axes[i].step * windows.axes[i].stride;
               }
               for (int64_t i = 0; i < run.count; ++i, at += width.step * width.stride) {
                 positions_.push_back(at);
               }
             });
}

// From the element that the least offsets have.
void PlacedWindows::FindTaps(const Windows& windows, int64_t row_step, int64_t column_step) {
  const WindowAxis &height = windows.axes[kHeightAxis], &width = windows.axes[kWidthAxis];
  const int64_t row = ReachOf(height).least, column = ReachOf(width).least;
  taps_.clear();
  for (const int64_t h : height.offsets) {
    for (const int64_t w : width.offsets) {
      taps_.push_back((h - row) * row_step + (w - column) * column_step);
    }
  }
}

void PlacedWindows::PlaceInCopy(const Windows& windows, aclDataType dtype, const std::byte* data,
                                const Part& part) {
  const WindowAxis &height = windows.axes[kHeightAxis], &width = windows.axes[kWidthAxis];
  const int64_t columns = ElementsOf(width, width.positions);
  // Channels that lie side by side stay so.
  const bool is_channel_inner = windows.channel_stride == 1 && width.stride != 1;
  const int64_t column_step = is_channel_inner ? part.channels : 1,
                row_step = columns * column_step;
  slabs_.clear();
  int64_t rows = 0;  // before the last slab
  ForEachRun(windows, part.position, part.positions, part.positions,
             [&](const RunOfPositions& run) {
               const int64_t at = run.at[kHeightAxis];
               if (slabs_.empty() || slabs_.back().batch != run.batch ||
                   slabs_.back().depth != run.at[kDepthAxis]) {
                 rows += slabs_.empty() ? 0 : slabs_.back().rows;
                 slabs_.push_back({run.batch, run.at[kDepthAxis], at, 0});
               }
               Slab& slab = slabs_.back();
               slab.rows = ElementsOf(height, at - slab.first + 1);
               int64_t offset = (rows + (at - slab.first) * height.step) * row_step +
                                run.at[kWidthAxis] * width.step * column_step;
               for (int64_t i = 0; i < run.count; ++i, offset += width.step * column_step) {
                 positions_.push_back(offset);
               }
             });
  if (!slabs_.empty()) rows += slabs_.back().rows;
  channel_step_ = is_channel_inner ? 1 : rows * row_step;
  FindTaps(windows, row_step, column_step);
  const int64_t all = rows * columns * part.channels;
  if (std::ssize(copy_) < all) copy_.resize(static_cast<size_t>(all));
  first_ = copy_.data();
  Copy(windows, dtype, data, part, columns, column_step);
}

void PlacedWindows::Copy(const Windows& windows, aclDataType dtype, const std::byte* data,
                         const Part& part, int64_t columns, int64_t column_step) {
  const WindowAxis &height = windows.axes[kHeightAxis], &width = windows.axes[kWidthAxis];
  const int64_t item = windows.item, least = ReachOf(width).least,
                least_row = ReachOf(height).least;
  const int64_t low = std::clamp<int64_t>(-least, 0, columns),
                high = std::clamp(width.size - least, low, columns);
  // A row of one channel, or of all of them if they are the inner ones.
  const int64_t lines = column_step == 1 ? part.channels : 1;
  float* to = copy_.data();
  for (int64_t c = 0; c < lines; ++c) {
    for (const Slab& slab : slabs_) {
      const int64_t image =
          (part.channel + c) * windows.channel_stride + slab.batch * windows.batch_stride +
          slab.depth * windows.axes[kDepthAxis].step * windows.axes[kDepthAxis].stride;
      for (int64_t r = 0; r < slab.rows; ++r, to += columns * column_step) {
        const int64_t row = slab.first * height.step + least_row + r;
        if (row < 0 || row >= height.size) {
          FillZeros(to, columns * column_step);
          continue;
        }
        FillZeros(to, low * column_step);
        FillZeros(to + high * column_step, (columns - high) * column_step);
        const std::byte* from =
            data + (image + row * height.stride + (low + least) * width.stride) * item;
        float* const target = to + low * column_step;
        if (column_step == 1 ? width.stride == 1 : width.stride == column_step) {
          CopyFloats(dtype, from, (high - low) * column_step, target);
        } else {
          for (int64_t i = 0; i < high - low; ++i, from += width.stride * item) {
            CopyFloats(dtype, from, column_step, target + i * column_step);
          }
        }
      }
    }
  }
}

}  // namespace openaclnn
