// A formula over rows as a stage.
#pragma once

#include <span>

#include "base/shared.h"
#include "kinds/formula_kernel.h"
#include "kinds/stage.h"

namespace openaclnn {

// A formula of rows is applied in double to rows of inputs along the last axis, which broadcast to
// the shape of the result; this is rounded once, to the dtype of the result. The kernel has loops
// over doubles.
OPENACLNN_SHARED Stage PlanRowsInDouble(const Kernel* kernel, std::span<const Value> inputs,
                                        const Value& result);

}  // namespace openaclnn
