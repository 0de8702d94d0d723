#include "op_compiler/view.h"

#include <utility>

namespace openaclnn {

int64_t CountOf(const Extents& shape) {
  int64_t count = 1;
  for (const int64_t extent : shape) count *= extent;
  return count;
}

View Dense(void* data, aclDataType dtype, const Extents& shape) {
  View view{.data = data,
            .dtype = dtype,
            .stored = CountOf(shape),
            .shape = shape,
            .strides = Extents(shape.size())};
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0; stride *= shape[axis]) view.strides[axis] = stride;
  return view;
}

View Reshaped(const View& view, const Extents& shape) {
  return Dense(view.data, view.dtype, shape);
}

View Transposed(View view) {
  std::swap(view.shape[0], view.shape[1]);
  std::swap(view.strides[0], view.strides[1]);
  return view;
}

View Part(View view, size_t axis, int64_t begin, int64_t count) {
  view.offset += begin * view.strides[axis];
  view.shape[axis] = count;
  return view;
}

View Backwards(View view, size_t axis) {
  if (view.shape[axis] == 0) return view;
  view.offset += (view.shape[axis] - 1) * view.strides[axis];
  view.strides[axis] = -view.strides[axis];
  return view;
}

}  // namespace openaclnn
