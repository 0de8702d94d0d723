// Views of memory, of which aclTensors are made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "acl/acl_base.h"

namespace openaclnn {

using Extents = std::vector<int64_t>;

int64_t CountOf(const Extents& shape);

// Strides and the offset are in elements, and `stored` are the elements at `data`.
struct View {
  void* data = nullptr;
  aclDataType dtype = ACL_DT_UNDEFINED;
  int64_t stored = 0;
  Extents shape, strides;
  int64_t offset = 0;
};

View Dense(void* data, aclDataType dtype, const Extents& shape);
// The same elements of a dense view in another shape.
View Reshaped(const View& view, const Extents& shape);
// A matrix with its axes exchanged.
View Transposed(View view);
View Part(View view, size_t axis, int64_t begin, int64_t count);
// From the last index of an axis to the first one.
View Backwards(View view, size_t axis);

}  // namespace openaclnn
