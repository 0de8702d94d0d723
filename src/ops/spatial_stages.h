// How stages that walk lines get their tensors: as they lie, or by way of the workspace.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "kinds/moves/plan.h"
#include "kinds/resampling/plan.h"
#include "kinds/spatial_lines.h"
#include "kinds/stages/stage_list.h"

namespace openaclnn {

// The layout of lines in which a call is computed. Where the two tensors lie otherwise, the one
// with fewer elements goes by way of the workspace.
inline LineLayout LayoutFor(const Value& from, const Value& to, size_t axes) {
  const auto lies = [axes](const Value& value, LineLayout layout) {
    return LiesInLines(*value.tensor, axes, layout);
  };
  if (lies(from, LineLayout::kWidth) || !lies(from, LineLayout::kChannels)) {
    return LineLayout::kWidth;
  }
  const bool is_larger = from->extent.elements >= to->extent.elements;
  return is_larger || lies(to, LineLayout::kChannels) ? LineLayout::kChannels : LineLayout::kWidth;
}

// A tensor like `value` in the workspace, which lies in lines.
inline Value RoomInLines(StageList& list, const Value& value, size_t axes, LineLayout layout) {
  const Dims& shape = value->shape;
  if (layout == LineLayout::kWidth) return list.Temporary(value->dtype, shape);
  const size_t channel = shape.size() - axes - 1;
  Dims order(shape);
  order.erase(order.begin() + static_cast<long>(channel));
  order.push_back(shape[channel]);
  const Value room = list.Temporary(value->dtype, order);
  Dims strides = room->strides;
  const int64_t of_channel = strides.back();
  strides.pop_back();
  strides.insert(strides.begin() + static_cast<long>(channel), of_channel);
  return list.Seen(room, shape, strides);
}

// The value, or a copy that lies in lines.
inline Value ReadInLines(StageList& list, const Value& value, size_t axes, LineLayout layout) {
  if (LiesInLines(*value.tensor, axes, layout)) return value;
  const Value copy = RoomInLines(list, value, axes, layout);
  list.Add(PlanMove(value, copy));
  return copy;
}

// A result of a stage that writes lines: itself, or what Finish moves there.
class ResultInLines {
 public:
  ResultInLines(StageList& list, const Value& value, size_t axes, LineLayout layout)
      : list_(list),
        value_(value),
        lies_in_lines_(LiesInLines(*value.tensor, axes, layout)),
        written_(lies_in_lines_ ? value : RoomInLines(list, value, axes, layout)) {}

  const Value& written() const { return written_; }
  void Finish() {
    if (!lies_in_lines_) list_.Add(PlanMove(written_, value_));
  }

 private:
  StageList& list_;
  const Value value_;
  const bool lies_in_lines_;
  const Value written_;
};

// Adds the stages that make a result of the taps of its elements.
inline void AddResampled(StageList& list, const Value& from, const Value& to, size_t axes,
                         std::array<AxisTaps, 3> taps, Stage (*plan)(Resampling) = PlanResample) {
  if (to->extent.elements == 0) return;
  const LineLayout layout = LayoutFor(from, to, axes);
  const Value read = ReadInLines(list, from, axes, layout);
  ResultInLines result(list, to, axes, layout);
  list.Add(plan({.from = read,
                 .to = result.written(),
                 .axes = axes,
                 .layout = layout,
                 .taps = std::move(taps)}));
  result.Finish();
}

}  // namespace openaclnn
