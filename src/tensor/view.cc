#include "tensor/view.h"

#include "base/dtype.h"

namespace openaclnn {
namespace {

// Whether elements lie two to a byte, the one of an even number in the low half.
bool HasHalfBytes(aclDataType dtype) {
  const DtypeInfo* const info = FindDtype(dtype);
  return info != nullptr && info->bits == 4;
}

}  // namespace

int64_t BytesOfElements(aclDataType dtype, int64_t elements) {
  return HasHalfBytes(dtype) ? elements >> 1 : elements * DtypeBytes(dtype);
}

Extent ExtentOf(const Tensor& tensor) {
  const bool halves = HasHalfBytes(tensor.dtype);
  const int64_t item = halves ? 1 : DtypeBytes(tensor.dtype);  // of half a byte or of one
  Extent extent;
  int64_t& elements = extent.elements;
  int64_t lowest = 0, highest = 0;
  for (const int64_t size : tensor.shape) elements = size == 0 ? 0 : elements;
  for (size_t i = tensor.shape.size(); i-- > 0;) {
    const int64_t size = tensor.shape[i];
    int64_t stride, span;
    if (size < 0 || __builtin_mul_overflow(tensor.strides[i], item, &stride)) return {};
    if (elements == 0) continue;
    extent.contiguous = extent.contiguous && (size == 1 || tensor.strides[i] == elements);
    if (__builtin_mul_overflow(elements, size, &elements)) return {};
    if (__builtin_mul_overflow(size - 1, stride, &span)) return {};
    int64_t& end = span < 0 ? lowest : highest;
    if (__builtin_add_overflow(end, span, &end)) return {};
  }
  int64_t offset, bytes, first, last;
  extent.representable = !__builtin_mul_overflow(tensor.offset, item, &offset) &&
                         !__builtin_mul_overflow(elements, item, &bytes) &&
                         !__builtin_sub_overflow(highest, lowest, &bytes) &&
                         !__builtin_add_overflow(lowest, offset, &first) &&
                         !__builtin_add_overflow(highest, offset, &last);
  if (!extent.representable) return {};
  if (halves) {  // the bytes that have the first and the last one
    extent.begin = static_cast<uintptr_t>(first >> 1);
    extent.end = static_cast<uintptr_t>(last >> 1) + 1;
    return extent;
  }
  extent.begin = static_cast<uintptr_t>(first);
  extent.end = static_cast<uintptr_t>(last) + static_cast<uintptr_t>(item);
  return extent;
}

View ViewOf(const Tensor& tensor) {
  if (HasHalfBytes(tensor.dtype)) {
    const Extent& extent = tensor.extent;
    return {.address = reinterpret_cast<uintptr_t>(tensor.data) + extent.begin,
            .shape = {extent.elements == 0 ? 0 : static_cast<int64_t>(extent.end - extent.begin)},
            .byte_strides = {1},
            .item_bytes = 1};
  }
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
