// The bytes that a tensor's view covers.
#pragma once

#include "tensor/overlap.h"
#include "tensor/tensor.h"

namespace openaclnn {

// Whether the count of elements and the distance in bytes between any two of them fit in 63 bits.
// The sizes are not negative and there are as many strides.
bool ViewIsRepresentable(const Tensor& tensor);

// The addresses from the first byte of the view up to, and not including, the one after the last;
// an empty view has an empty range. ViewIsRepresentable holds.
struct ByteRange {
  uintptr_t begin;
  uintptr_t end;
};
ByteRange RangeOf(const Tensor& tensor);

// Whether the elements lie in row-major order without gaps.
bool IsContiguous(const Tensor& tensor);

// The view of a tensor of which ViewIsRepresentable holds.
View ViewOf(const Tensor& tensor);

}  // namespace openaclnn
