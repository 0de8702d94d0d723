// The bytes that a tensor's view covers.
#pragma once

#include <cstdint>

#include "acl/acl_base.h"
#include "base/shared.h"
#include "tensor/overlap.h"
#include "tensor/tensor.h"

namespace openaclnn {

// The extent of a tensor with as many strides as sizes.
Extent ExtentOf(const Tensor& tensor);

// The addresses of the view from the first byte up to, and not including, the one after the last;
// an empty view has an empty range. The extent is representable.
struct ByteRange {
  uintptr_t begin;
  uintptr_t end;
};
inline ByteRange RangeOf(const Tensor& tensor) {
  if (tensor.extent.elements == 0) return {0, 0};
  const uintptr_t base = reinterpret_cast<uintptr_t>(tensor.data);
  return {base + tensor.extent.begin, base + tensor.extent.end};
}
// The same, and empty for a tensor without an address.
inline ByteRange AddressesOf(const Tensor& tensor) {
  return tensor.data != nullptr ? RangeOf(tensor) : ByteRange{0, 0};
}
inline bool Meet(const ByteRange& a, const ByteRange& b) {
  return a.end > b.begin && b.end > a.begin;
}

// Bytes from an element to that so many further on. Where elements lie two to a byte, from the byte
// that has the one to the byte that has the other, if the first one is in a low half.
OPENACLNN_SHARED int64_t BytesOfElements(aclDataType dtype, int64_t elements);

// The view of a tensor whose extent is representable. Where elements lie two to a byte, all bytes
// from the first to the last.
View ViewOf(const Tensor& tensor);

}  // namespace openaclnn
