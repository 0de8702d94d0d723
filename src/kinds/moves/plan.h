// Moves and fills as stages.
#pragma once

#include "base/shared.h"
#include "kinds/stage.h"

namespace openaclnn {

// The elements of `from`, which broadcast to the shape of `to`, converted to its dtype.
OPENACLNN_SHARED Stage PlanMove(const Value& from, const Value& to);

// All elements of `to` become one number.
OPENACLNN_SHARED Stage PlanFill(double number, const Value& to);

}  // namespace openaclnn
