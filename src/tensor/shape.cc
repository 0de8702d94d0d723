#include "tensor/shape.h"

namespace openaclnn {

std::string ShapeText(const Dims& dims) {
  std::string text = "[";
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i > 0) text += ", ";
    text += std::to_string(dims[i]);
  }
  return text += ']';
}

std::optional<int64_t> CountElements(const Dims& shape) {
  int64_t count = 1;
  bool empty = false, overflow = false;
  for (const int64_t extent : shape) {
    if (extent < 0) return std::nullopt;
    empty = empty || extent == 0;
    overflow = __builtin_mul_overflow(count, extent, &count) || overflow;
  }
  if (empty) return 0;
  return overflow ? std::nullopt : std::optional(count);
}

Dims ContiguousStrides(const Dims& shape) {
  Dims strides(shape.size());
  uint64_t stride = 1;  // unsigned: wraps around where the result is meaningless
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = static_cast<int64_t>(stride);
    stride *= static_cast<uint64_t>(shape[i]);
  }
  return strides;
}

std::optional<size_t> AxisAt(int64_t dim, const Dims& shape) {
  const int64_t axes = shape.empty() ? 1 : static_cast<int64_t>(shape.size());
  if (dim < -axes || dim >= axes) return std::nullopt;
  return static_cast<size_t>(dim < 0 ? dim + axes : dim);
}

}  // namespace openaclnn
