// Tensors with axes of space, made of the shapes that cases are called with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/ops/harness/array.h"

namespace openaclnn::test {

// [1, channels, 1 ..., rows, columns] of so many axes of space; of no batch where there are no
// elements.
inline Shape SpaceOf(const Shape& shape, size_t axes) {
  const int64_t columns = shape.empty() ? 1 : shape.back();
  const int64_t rows = columns == 0 ? 0 : CountOf(shape) / columns;
  Shape space(axes + 2, 1);
  if (rows * columns == 0) {
    space[0] = 0;
    return space;
  }
  space[space.size() - 1] = columns;
  space[space.size() - 2] = rows;
  return space;
}

// The same with other sizes in space.
template <class Size>
Shape WithSizes(Shape shape, size_t axes, const Size& size) {
  for (size_t i = shape.size() - axes; i < shape.size(); ++i) shape[i] = size(shape[i]);
  return shape;
}

inline std::vector<int64_t> SizesOf(const Shape& shape, size_t axes) {
  return {shape.end() - static_cast<long>(axes), shape.end()};
}

// The elements of a plane, or of a volume.
inline int64_t PlaneOf(const Shape& shape, size_t axes) {
  int64_t elements = 1;
  for (const int64_t size : SizesOf(shape, axes)) elements *= size;
  return elements;
}

}  // namespace openaclnn::test
