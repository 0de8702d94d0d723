// Where an element of a shape lies in an array with strides of its own, which may broadcast.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace openaclnn::npy {

// `index` counts the elements of `shape` in row-major order; `strides` are one for each axis of it.
inline int64_t StridedIndex(int64_t index, std::span<const int64_t> shape,
                            std::span<const int64_t> strides) {
  int64_t result = 0;
  for (size_t axis = shape.size(); axis-- > 0; index /= shape[axis]) {
    result += index % shape[axis] * strides[axis];
  }
  return result;
}

}  // namespace openaclnn::npy
