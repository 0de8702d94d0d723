// Matrices of integers of 8 or 4 bits, as products see them.
#pragma once

#include <cstdint>

#include "base/shared.h"
#include "tensor/shape.h"

namespace openaclnn {

struct Tensor;

// A matrix, or a batch of them, as its integers are counted.
struct IntegerMatrix {
  Dims shape, strides;  // elements
  int bits;             // of an element: 8, or 4 with two to a byte
};

// That of a tensor of INT8, INT4, or INT32, of which each element holds eight of INT4. `is_turned`:
// the last two axes change places first. `k`: extent of the axis before the last, which tells along
// which axis elements of INT32 hold eight; below 0: along the last one.
OPENACLNN_SHARED IntegerMatrix IntegersOf(const Tensor& tensor, bool is_turned, int64_t k = -1);

}  // namespace openaclnn
