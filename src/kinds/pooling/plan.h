// The largest elements of windows, and where they are, as stages.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/shared.h"
#include "kinds/pooling/windows.h"
#include "kinds/spatial_lines.h"
#include "kinds/stage.h"

namespace openaclnn {

// Tensors have the same batches and channels, and axes of space that are the last ones. All lie in
// lines of one layout.
struct MaxPooling {
  Value from, to;  // floats or integers, of one dtype
  std::optional<Value>
      indices;  // INT32 or INT64: the place in row-major order of the input's space
  size_t axes;  // 1 to 3
  LineLayout layout;
  std::array<AxisWindows, 3> windows;  // along depth, height and width
};

// The first of the largest elements in row-major order of the window, bit for bit; the last NaN if
// there is one.
OPENACLNN_SHARED Stage PlanMaxPool(MaxPooling pooling);

// For the windows of two axes, of one size and without steps between their elements, which of them
// is the largest, as bits. `mask` is dense INT8, [planes, elements of a window, bytes]: bit i of a
// row, low bits first, says whether the element of the row is that of window i. `indices` is dense
// INT64, [planes, windows], places as in MaxPooling. Each window has an element in the input.
struct WindowMask {
  Value indices, mask;
  int64_t planes;
  int64_t input[2], kernel[2], stride[2], padding[2], windows[2];  // heights and widths
};
OPENACLNN_SHARED Stage PlanToMask(const WindowMask& of);
// The gradient by the input: for each of its elements the sum, in DOUBLE and in order, of the
// gradients of the windows of which it is the largest, rounded once. Both are dense and of one
// dtype. A window without a bit in the input is one of its first element. The mask's indices are
// not used.
OPENACLNN_SHARED Stage PlanMaskGradient(const WindowMask& of, const Value& grad,
                                        const Value& by_input);

// The same of gradients with their places, INT32 or INT64 in row-major order of a plane, which are
// right. All are dense, and planes are the last axes.
struct GradientAtPlaces {
  Value grad, places, by_input;
  int64_t planes;
};
OPENACLNN_SHARED Stage PlanPlaceGradient(const GradientAtPlaces& of);

}  // namespace openaclnn
