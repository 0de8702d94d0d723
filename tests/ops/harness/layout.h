// Ways to place the elements of a tensor in memory.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "tests/ops/harness/array.h"

namespace openaclnn::test {

// One number for each axis, in elements.
using Strides = std::vector<int64_t>;

struct Layout {
  const char* name;
  Strides (*strides)(const Shape& shape);
  int64_t skipped;       // elements of the storage before the lowest one of the view
  bool repeats = false;  // some axes have stride 0: all elements along them are the same
};

const Layout& Dense();
// Layouts in which every element has its own place; Dense is the first.
std::span<const Layout> OutputLayouts();
// Those and the ones that repeat.
std::span<const Layout> InputLayouts();

// The array with every element along the axes of stride 0 replaced by the first.
Array Repeated(const Array& array, const Strides& strides);

}  // namespace openaclnn::test
