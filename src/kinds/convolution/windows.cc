#include "kinds/convolution/windows.h"

#include <algorithm>
#include <span>
#include <vector>

#include "base/ceil_div.h"
#include "kinds/convolution/loops.h"

namespace openaclnn {
namespace {

// Which columns of a part follow each other in memory, for one tap after the other.
class Columns {
 public:
  void Set(const Windows& windows, const WindowPart& part) {
    runs.clear();
    groups.clear();
    ends.clear();
    ForEachRun(windows, part.position, part.positions, kColumnsOfGroup,
               [&](const RunOfPositions& run) {
                 // Groups before this run's have no more runs.
                 ends.resize(static_cast<size_t>(run.column / kColumnsOfGroup), runs.size());
                 runs.push_back(run);
               });
    ends.resize(static_cast<size_t>(CeilDiv(part.positions, kColumnsOfGroup)), runs.size());
    for (int64_t column = 0; column < part.positions; column += kColumnsOfGroup) {
      GroupOfColumns& group = groups.emplace_back();
      group.count = static_cast<int32_t>(std::min(kColumnsOfGroup, part.positions - column));
    }
  }

  // Finds the elements of a tap.
  void FindElements(const Windows& windows, int64_t tap) {
    elements.clear();
    std::array<int64_t, kSpatialAxes> offset;
    for (size_t i = kSpatialAxes; i-- > 0;) {
      const auto& offsets = windows.axes[i].offsets;
      offset[i] = offsets[static_cast<size_t>(tap % std::ssize(offsets))];
      tap /= std::ssize(offsets);
    }
    const WindowAxis& width = windows.axes[kWidthAxis];
    // Positions along the innermost axis that meet an element.
    const int64_t begin = CeilDiv(std::max<int64_t>(0, -offset[kWidthAxis]), width.step),
                  end = CeilDiv(std::max<int64_t>(0, width.size - offset[kWidthAxis]), width.step);
    size_t r = 0;
    for (size_t g = 0; g < groups.size(); ++g) {
      GroupOfColumns& group = groups[g];
      group.mask = 0;
      group.first_run = static_cast<int32_t>(elements.size());
      const int64_t column = static_cast<int64_t>(g) * kColumnsOfGroup;
      for (; r < ends[g]; ++r) {
        const RunOfPositions& run = runs[r];
        const int64_t low = std::max<int64_t>(0, begin - run.at[kWidthAxis]),
                      high = std::min(run.count, end - run.at[kWidthAxis]);
        if (low >= high) continue;
        int64_t from = run.batch * windows.batch_stride;
        bool is_there = true;
        for (const size_t i : {kDepthAxis, kHeightAxis}) {
          const WindowAxis& axis = windows.axes[i];
          const int64_t at = run.at[i] * axis.step + offset[i];
          is_there = is_there && at >= 0 && at < axis.size;
          from += at * axis.stride;
        }
        if (!is_there) continue;
        from += ((run.at[kWidthAxis] + low) * width.step + offset[kWidthAxis]) * width.stride;
        const auto first = static_cast<int32_t>(run.column + low - column);
        elements.push_back({from, first, static_cast<int32_t>(high - low)});
        group.mask |= ((uint32_t{1} << (high - low)) - 1) << first;
      }
      group.runs = static_cast<int32_t>(elements.size()) - group.first_run;
      group.way = WayOf(group, width.step * width.stride);
    }
  }

  std::vector<GroupOfColumns> groups;
  std::vector<RunOfElements> elements;

 private:
  // How the elements of a group lie, `step` items apart in each run; sets where they begin.
  GroupOfColumns::Way WayOf(GroupOfColumns& group, int64_t step) const {
    using enum GroupOfColumns::Way;
    if (group.runs == 0) return kNone;
    const auto own = std::span(elements).subspan(static_cast<size_t>(group.first_run),
                                                 static_cast<size_t>(group.runs));
    group.from = own[0].from - own[0].column * step;
    const bool has_all = group.mask == (uint32_t{1} << group.count) - 1;
    if (step == 1 && std::ranges::all_of(own, [&](const RunOfElements& run) {
          return run.from - run.column == group.from;
        })) {
      return has_all ? kAll : kSome;
    }
    const bool is_one = group.runs == 1 && has_all && group.count == kColumnsOfGroup;
    return step == 2 && is_one ? kEverySecond : kRuns;
  }

  std::vector<RunOfPositions> runs;
  std::vector<size_t> ends;  // for each group, where its runs end
};

}  // namespace

void CopyWindows(const Windows& windows, const std::byte* data, const WindowPart& part,
                 int64_t pitch, std::byte* to) {
  thread_local Columns columns;
  columns.Set(windows, part);
  const int64_t taps = windows.Taps(), end = part.row + part.rows;
  const WindowLoops& loops = GetWindowLoops();
  const auto copy = windows.item == 4 ? loops.copy_words : loops.copy_halves;
  const WindowAxis& width = windows.axes[kWidthAxis];
  for (int64_t tap = 0; tap < std::min(taps, part.rows); ++tap) {
    const int64_t row = part.row + tap, channel = row / taps;
    columns.FindElements(windows, row % taps);
    copy({.groups = columns.groups.data(),
          .num_groups = std::ssize(columns.groups),
          .runs = columns.elements.data(),
          .step = width.step * width.stride,
          .from = data + channel * windows.channel_stride * windows.item,
          .channels = CeilDiv(end - row, taps),
          .channel_stride = windows.channel_stride,
          .to = to + tap * pitch * windows.item,
          .pitch = taps * pitch});
  }
}

}  // namespace openaclnn
