// The elements of a tensor under a kernel, as a matrix of which parts are made when they are
// needed.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "tensor/shape.h"

namespace openaclnn {

inline constexpr size_t kSpatialAxes = 3;  // the last one innermost
inline constexpr size_t kDepthAxis = 0, kHeightAxis = 1, kWidthAxis = 2;

// Tap t of position p meets the element p * step + offsets[t] of the tensor; beyond its ends is 0.
struct WindowAxis {
  int64_t positions = 1;
  int64_t size = 1;    // of the tensor
  int64_t step = 1;    // from the element of a position to that of the next
  int64_t stride = 0;  // items
  // A few need no memory: compilers lose that of initializers when a later one throws.
  Dims offsets = {0};
};

// The windows of one group of channels. Strides are in items.
struct Windows {
  int64_t item = 0;  // bytes of an element
  int64_t batches = 1, batch_stride = 0;
  int64_t channels = 1, channel_stride = 0;
  std::array<WindowAxis, kSpatialAxes> axes = {};

  int64_t Taps() const {
    int64_t taps = 1;
    for (const WindowAxis& axis : axes) taps *= std::ssize(axis.offsets);
    return taps;
  }
  // Those of all batches.
  int64_t Positions() const {
    int64_t positions = batches;
    for (const WindowAxis& axis : axes) positions *= axis.positions;
    return positions;
  }
};

// Positions that follow each other along the innermost axis.
struct RunOfPositions {
  int64_t column;  // of the first one, among those that were asked for
  int64_t count;
  int64_t batch;
  std::array<int64_t, kSpatialAxes> at;
};

// Calls `use` with the runs of positions, of which those beyond the last one are left out. No run
// goes beyond a multiple of `most` columns.
template <class Use>
void ForEachRun(const Windows& windows, int64_t position, int64_t positions, int64_t most,
                const Use& use) {
  positions = std::min(positions, windows.Positions() - position);
  RunOfPositions run{};
  int64_t rest = position;
  for (size_t i = kSpatialAxes; i-- > 0;) {
    const int64_t extent = std::max<int64_t>(1, windows.axes[i].positions);
    run.at[i] = rest % extent;
    rest /= extent;
  }
  run.batch = rest;
  constexpr size_t kLast = kSpatialAxes - 1;
  while (run.column < positions) {
    run.count = std::min({windows.axes[kLast].positions - run.at[kLast], positions - run.column,
                          most - run.column % most});
    use(run);
    run.column += run.count;
    run.at[kLast] += run.count;
    for (size_t i = kSpatialAxes; i-- > 0 && run.at[i] == windows.axes[i].positions;) {
      run.at[i] = 0;
      ++(i == 0 ? run.batch : run.at[i - 1]);
    }
  }
}

// Row channel * taps + tap has the elements that a tap of a channel meets at each position.
struct WindowPart {
  int64_t row, rows, position, positions;
};

// Makes a part of the matrix: to[r * pitch + c], c < part.positions, in items. Columns beyond the
// last position are 0. `data`: the group's first element.
void CopyWindows(const Windows& windows, const std::byte* data, const WindowPart& part,
                 int64_t pitch, std::byte* to);

}  // namespace openaclnn
