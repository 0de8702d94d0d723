// What an aclTensor stands for: a strided view of somebody else's memory.
#pragma once

#include <cstdint>
#include <string>

#include "acl/acl_base.h"
#include "aclnn/acl_meta.h"
#include "tensor/shape.h"

namespace openaclnn {

// Which memory a view covers: what follows from dtype, shape, strides and offset.
struct Extent {
  // Sizes are not negative, and the count of elements, and the distance in bytes between any two of
  // them and from the data, fit in 63 bits. If not, the rest means nothing.
  bool representable = false;
  bool contiguous = true;  // row-major order without gaps; so is what has no elements
  int64_t elements = 1;
  // Bytes from the data to the first one of the view, and to that after the last, if there are any;
  // modulo 2^64.
  uintptr_t begin = 0, end = 0;
};

// Unchecked: everything is as the caller gave it, negative extents and unknown dtypes too. Only the
// strides are always there, one for each axis.
struct Tensor {
  aclDataType dtype = ACL_DT_UNDEFINED;
  aclFormat format = ACL_FORMAT_UNDEFINED;
  Dims shape;          // of the view
  Dims strides;        // in elements; any sign
  int64_t offset = 0;  // in elements, from `data` to the element at index 0
  Dims storage_shape;  // need not agree with the view
  void* data = nullptr;
  Extent extent;  // ExtentOf (tensor/view.h), found once for all calls that take the tensor
};

// The tensor that `handle` stands for; null if it is null, foreign or destroyed. Stays valid until
// aclDestroyTensor or the destruction of the list that owns it.
Tensor* FindTensor(const aclTensor* handle);

// "FLOAT [2, 3] at 0x7f00", and strides and offset where the view is not contiguous from the data.
std::string TextOf(const Tensor& tensor);

// Ends the tensor; false if `handle` is not live.
bool DestroyTensor(const aclTensor* handle);

}  // namespace openaclnn
