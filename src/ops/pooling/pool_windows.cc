#include "ops/pooling/pool_windows.h"

#include <algorithm>
#include <vector>

#include "base/ceil_div.h"

namespace openaclnn {
namespace {

// A number for an axis: of as many, of one for all, or of none.
int64_t NumberFor(const std::vector<int64_t>& numbers, size_t axis, int64_t by_default) {
  if (numbers.empty()) return by_default;
  return numbers.size() == 1 ? numbers[0] : numbers[axis];
}

}  // namespace

int64_t PoolAxis::CountWindows(int64_t extent, bool ceils) const {
  const int64_t room = extent + before + after - dilation * (kernel - 1) - 1;
  if (room < 0 && !(ceils && room + stride > 0)) return 0;
  int64_t windows = (room + (ceils ? stride - 1 : 0)) / stride + 1;
  // The last window begins in the input or in the padding before it.
  if (ceils && (windows - 1) * stride >= extent + before) --windows;
  return windows;
}

PoolWindows WindowsOf(std::span<const Argument> arguments, PoolForm form, size_t axes) {
  const PoolArguments at = ArgumentsOf(form);
  const auto given = [&](int argument) -> const Argument& {
    return arguments[static_cast<size_t>(argument)];
  };
  PoolWindows windows;
  for (size_t i = 0; i < axes; ++i) {
    PoolAxis& axis = windows.axes[3 - axes + i];
    axis.kernel = NumberFor(*given(0).integers, i, 1);
    const int64_t usual = form == PoolForm::kOnnx ? 1 : axis.kernel;
    axis.stride = NumberFor(*given(at.stride).integers, i, usual);
    const std::vector<int64_t>& padding = *given(at.padding).integers;
    axis.before = NumberFor(padding, i, 0);
    axis.after = padding.size() == 2 * axes && axes > 1 ? padding[axes + i] : axis.before;
    if (at.dilation >= 0) axis.dilation = NumberFor(*given(at.dilation).integers, i, 1);
  }
  windows.ceils = form == PoolForm::kOnnx ? given(at.ceil).integer != 0 : given(at.ceil).flag;
  if (at.divisor >= 0) {
    windows.includes_padding = given(at.includes_padding).flag;
    windows.divisor = given(at.divisor).integer;
  }
  return windows;
}

AxisWindows LargestAlong(const PoolAxis& axis, int64_t extent, int64_t windows) {
  AxisWindows along;
  along.step = axis.dilation;
  for (int64_t i = 0; i < windows; ++i) {
    int64_t first = i * axis.stride - axis.before;
    const int64_t end = std::min(first + (axis.kernel - 1) * axis.dilation + 1, extent);
    if (first < 0) first += CeilDiv(-first, axis.dilation) * axis.dilation;
    along.Add(first, CeilDiv(end - first, axis.dilation));
  }
  return along;
}

AxisTaps MeansAlong(const PoolAxis& axis, int64_t extent, int64_t windows, bool includes_padding,
                    bool divides) {
  AxisTaps taps;
  for (int64_t i = 0; i < windows; ++i) {
    const int64_t first = i * axis.stride - axis.before;
    const int64_t padded_end = std::min(first + axis.kernel, extent + axis.after);
    const int64_t begin = std::max<int64_t>(0, first), end = std::min(padded_end, extent);
    for (int64_t k = begin; k < end; ++k) taps.Add(k, 1);
    taps.EndPlace();
    if (divides) {
      const int64_t size = includes_padding ? padded_end - first : end - begin;
      taps.divisor.push_back(static_cast<double>(size));
    }
  }
  return taps;
}

AxisWindows AdaptiveAlong(int64_t extent, int64_t windows) {
  AxisWindows along;
  for (int64_t i = 0; i < windows; ++i) {
    const int64_t first = i * extent / windows;
    along.Add(first, CeilDiv((i + 1) * extent, windows) - first);
  }
  return along;
}

AxisTaps AdaptiveMeansAlong(int64_t extent, int64_t windows) {
  const AxisWindows along = AdaptiveAlong(extent, windows);
  AxisTaps taps;
  for (size_t i = 0; i < along.first.size(); ++i) {
    for (int64_t k = 0; k < along.count[i]; ++k) taps.Add(along.first[i] + k, 1);
    taps.EndPlace();
    taps.divisor.push_back(static_cast<double>(along.count[i]));
  }
  return taps;
}

}  // namespace openaclnn
