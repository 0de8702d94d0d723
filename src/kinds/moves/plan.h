// Moves and fills as stages.
#pragma once

#include "base/shared.h"
#include "kinds/stage.h"
#include "tensor/scalar.h"

namespace openaclnn {

// The elements of `from`, which broadcast to the shape of `to`, converted to its dtype.
OPENACLNN_SHARED Stage PlanMove(const Value& from, const Value& to);

// All elements of `to` become one number.
OPENACLNN_SHARED Stage PlanFill(double number, const Value& to);

// All elements of `to` become the scalar, converted once to their dtype.
OPENACLNN_SHARED Stage PlanFillWith(const Scalar& scalar, const Value& to);

}  // namespace openaclnn
