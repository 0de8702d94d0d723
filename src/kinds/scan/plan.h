// Extremes of all elements up to each one, as a stage.
#pragma once

#include <cstddef>

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

// Along an axis, 0 where there are no axes: the largest element so far, or the smallest, and its
// index, that of the last one of equal elements. A NaN is larger, or smaller, than all numbers.
// All are of one shape and dense; values have the dtype of the elements, indices INT32 or INT64.
struct RunningExtremeInputs {
  Value elements;
  size_t axis;
  bool wants_largest;
  Value values, indices;
};
OPENACLNN_SHARED Stage PlanRunningExtremes(const RunningExtremeInputs& inputs);

}  // namespace openaclnn
