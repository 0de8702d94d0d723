// Parts and other views of tensors, between which stages move elements.
#pragma once

#include <cstdint>

#include "base/dtype.h"
#include "kinds/stages/stage_list.h"

namespace openaclnn {

// The same elements from `first` on, in elements of memory, in another shape.
inline Value PartOf(StageList& list, const Value& whole, int64_t first, const Dims& shape,
                    const Dims& strides) {
  Value part = list.Seen(whole, shape, strides);
  part.origin += first * DtypeBytes(whole->dtype);
  return part;
}

// What begins `first` elements along an axis, and is `size` long there.
inline Value PartAlong(StageList& list, const Value& whole, size_t axis, int64_t first,
                       int64_t size) {
  Dims shape = whole->shape;
  shape[axis] = size;
  return PartOf(list, whole, first * whole->strides[axis], shape, whole->strides);
}

}  // namespace openaclnn
