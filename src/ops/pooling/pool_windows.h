// The windows that the arguments of a call say.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/argument.h"
#include "kinds/pooling/windows.h"
#include "kinds/resampling/taps.h"

namespace openaclnn {

// Which arguments follow that of the kernel.
enum class PoolForm : uint8_t {
  kLargest,  // stride, padding, dilation, ceilMode
  kMeans,    // stride, padding, ceilMode, countIncludePad, divisorOverride
  kOnnx,     // strides, autoPad, pads, dilations, ceilMode
};

// Where they are, from the kernel on; -1: there is none.
struct PoolArguments {
  int stride = 1, padding = 2, dilation = 3, ceil = 4, includes_padding = -1, divisor = -1;
};
constexpr PoolArguments ArgumentsOf(PoolForm form) {
  if (form == PoolForm::kLargest) return {};
  if (form == PoolForm::kOnnx) return {.stride = 1, .padding = 3, .dilation = 4, .ceil = 5};
  return {.dilation = -1, .ceil = 3, .includes_padding = 4, .divisor = 5};
}

// One axis.
struct PoolAxis {
  int64_t kernel = 1, stride = 1, before = 0, after = 0, dilation = 1;

  // How many windows an axis of so many elements has, 0 or less if there is none.
  int64_t CountWindows(int64_t extent, bool ceils) const;
};

struct PoolWindows {
  std::array<PoolAxis, 3> axes;  // depth, height and width; the last ones are in use
  bool ceils = false;
  bool includes_padding = false;
  int64_t divisor = 0;  // 0: the size of the window
};

// `arguments`: those from the kernel on, which are as a rule demands.
PoolWindows WindowsOf(std::span<const Argument> arguments, PoolForm form, size_t axes);

// Windows of the largest elements along an axis, whose elements are in the input.
AxisWindows LargestAlong(const PoolAxis& axis, int64_t extent, int64_t windows);
// The same of means.
AxisTaps MeansAlong(const PoolAxis& axis, int64_t extent, int64_t windows, bool includes_padding,
                    bool divides);

// Windows that divide an axis into so many parts, of which neighbours may overlap.
AxisWindows AdaptiveAlong(int64_t extent, int64_t windows);
AxisTaps AdaptiveMeansAlong(int64_t extent, int64_t windows);

}  // namespace openaclnn
