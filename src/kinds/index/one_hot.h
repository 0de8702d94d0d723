// Which of several places an integer is, as a stage.
#pragma once

#include <cstdint>

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

// out[o, c, i] = on where classes[o, i] is c, off elsewhere. Classes are INT64; on and off have one
// element of the dtype of `out`, which is [outer, count, inner]. All are dense.
struct OneHotInputs {
  Value classes, on, off, out;
  int64_t outer, count, inner;
};
OPENACLNN_SHARED Stage PlanOneHot(const OneHotInputs& inputs);

}  // namespace openaclnn
