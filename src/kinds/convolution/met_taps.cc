#include "kinds/convolution/met_taps.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace openaclnn {
namespace {

constexpr int64_t kMostTaps = std::numeric_limits<Taps>::digits;
// Results of longer rows are stored in order, as few of their positions meet a margin beside them.
constexpr int64_t kLongestSorted = 20;

Taps AllOf(int64_t taps) { return ~Taps{0} >> (kMostTaps - taps); }

// Those of one axis that meet an element at a position. The bits of two taps are so far apart.
Taps MetAt(const WindowAxis& axis, int64_t position, int64_t apart) {
  Taps met = 0;
  for (size_t i = 0; i < axis.offsets.size(); ++i) {
    const int64_t element = position * axis.step + axis.offsets[i];
    if (0 <= element && element < axis.size) met |= Taps{1} << (static_cast<int64_t>(i) * apart);
  }
  return met;
}

}  // namespace

void MetTaps::Find(const Windows& windows, int64_t position, int64_t positions,
                   int64_t rows_of_tile) {
  of_tiles_.clear();
  const int64_t taps = windows.Taps();
  if (taps > kMostTaps) return;
  const WindowAxis &height = windows.axes[kHeightAxis], &width = windows.axes[kWidthAxis];
  const int64_t across = std::ssize(width.offsets);
  const bool are_sorted = width.positions <= kLongestSorted;
  thread_local std::vector<Taps> of_columns, of_positions;
  of_columns.clear();
  for (int64_t w = 0; are_sorted && w < width.positions; ++w) {
    of_columns.push_back(MetAt(width, w, 1));
  }
  of_positions.clear();
  Taps by_all = AllOf(taps);
  ForEachRun(windows, position, positions, positions, [&](const RunOfPositions& run) {
    // A tap in each row of the kernel, times those of a row.
    const Taps rows = MetAt(height, run.at[kHeightAxis], across);
    const auto add = [&](int64_t count, Taps columns) {
      of_positions.insert(of_positions.end(), static_cast<size_t>(count), rows * columns);
      by_all &= rows * columns;
    };
    if (!are_sorted) return add(run.count, AllOf(across));
    for (int64_t i = 0; i < run.count; ++i) {
      add(1, of_columns[static_cast<size_t>(run.at[kWidthAxis] + i)]);
    }
  });
  if (by_all == AllOf(taps)) return;
  Sort(of_positions);
  for (size_t row = 0; row < of_positions.size(); ++row) {
    if (row % static_cast<size_t>(rows_of_tile) == 0) of_tiles_.push_back(0);
    of_tiles_.back() |= of_positions[static_cast<size_t>(positions_[row])];
  }
}

// Those of the same row of taps stay neighbours, as many of their taps are the same.
void MetTaps::Sort(const std::vector<Taps>& of_positions) {
  positions_.resize(of_positions.size());
  std::iota(positions_.begin(), positions_.end(), 0);
  std::ranges::stable_sort(positions_, {}, [&](int64_t position) {
    return of_positions[static_cast<size_t>(position)];
  });
}

}  // namespace openaclnn
