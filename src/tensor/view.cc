#include "tensor/view.h"

#include "base/dtype.h"

namespace openaclnn {

bool ViewIsRepresentable(const Tensor& tensor) {
  if (tensor.strides.size() != tensor.shape.size()) return false;
  const int64_t item = DtypeBytes(tensor.dtype);
  int64_t elements = 1, lowest = 0, highest = 0, offset = 0;
  bool empty = false;
  for (const int64_t extent : tensor.shape) empty = empty || extent == 0;
  if (__builtin_mul_overflow(tensor.offset, item, &offset)) return false;
  for (size_t i = 0; i < tensor.shape.size(); ++i) {
    int64_t stride, span;
    if (__builtin_mul_overflow(tensor.strides[i], item, &stride)) return false;
    if (empty) continue;
    if (__builtin_mul_overflow(elements, tensor.shape[i], &elements)) return false;
    if (__builtin_mul_overflow(tensor.shape[i] - 1, stride, &span)) return false;
    int64_t& end = span < 0 ? lowest : highest;
    if (__builtin_add_overflow(end, span, &end)) return false;
  }
  int64_t bytes;
  return !__builtin_mul_overflow(elements, item, &bytes) &&
         !__builtin_sub_overflow(highest, lowest, &bytes) &&
         !__builtin_add_overflow(highest, offset, &bytes) &&
         !__builtin_add_overflow(lowest, offset, &bytes);
}

ByteRange RangeOf(const Tensor& tensor) {
  const int64_t item = DtypeBytes(tensor.dtype);
  int64_t lowest = tensor.offset, highest = tensor.offset;
  for (size_t i = 0; i < tensor.shape.size(); ++i) {
    if (tensor.shape[i] == 0) return {0, 0};
    const int64_t span = (tensor.shape[i] - 1) * tensor.strides[i];
    (span < 0 ? lowest : highest) += span;
  }
  const uintptr_t base = reinterpret_cast<uintptr_t>(tensor.data);
  return {base + static_cast<uintptr_t>(lowest * item),
          base + static_cast<uintptr_t>((highest + 1) * item)};
}

bool IsContiguous(const Tensor& tensor) {
  int64_t stride = 1;
  for (size_t i = tensor.shape.size(); i-- > 0;) {
    if (tensor.shape[i] != 1 && tensor.strides[i] != stride) return false;
    stride *= tensor.shape[i];
  }
  return true;
}

View ViewOf(const Tensor& tensor) {
  const int64_t item = DtypeBytes(tensor.dtype);
  View view{.address = reinterpret_cast<uintptr_t>(tensor.data) +
                       static_cast<uintptr_t>(tensor.offset * item),
            .shape = tensor.shape,
            .byte_strides = tensor.strides,
            .item_bytes = item};
  for (int64_t& stride : view.byte_strides) stride *= item;
  return view;
}

}  // namespace openaclnn
