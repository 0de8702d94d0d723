// The largest sizes of rows as a stage.
#pragma once

#include <optional>

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

struct RowSizesInputs {
  Value x;
  std::optional<Value> factor;  // broadcasts to the shape of x
  double divisor;
  Value out;  // dense FLOATs, one for each row; its origin counts
};

// For each row along the last axis of x the largest |x factor| / divisor, in double, rounded once;
// NaN if there is one in the row, and 0 for a row without elements.
OPENACLNN_SHARED Stage PlanRowSizes(const RowSizesInputs& inputs);

}  // namespace openaclnn
