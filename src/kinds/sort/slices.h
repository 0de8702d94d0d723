// The order of slices, as a stage.
#pragma once

#include <cstddef>

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

// Slices along an axis of `elements`, in the order of their first elements that differ, as sorted
// rows have it; equal ones are in the order of their indices. `elements` has elements. All are
// dense.
//
//   slices   the slices in order, of the dtype and shape of `elements`
//   order    where each of them was, INT64
struct SliceOrderInputs {
  Value elements;
  size_t axis;
  Value slices, order;
};
OPENACLNN_SHARED Stage PlanSliceOrder(const SliceOrderInputs& inputs);

}  // namespace openaclnn
