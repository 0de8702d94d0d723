// Plans whose axes mean something each, such as k, n and m of a product: none is left out or
// merged.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "kinds/operands.h"
#include "kinds/planned.h"
#include "tensor/plan.h"

namespace openaclnn {

// An axis along which the operands, in their order, have these strides, in elements; 0 if they are
// not along it.
Axis AxisAlong(const Operands& operands, int64_t extent, std::initializer_list<int64_t> strides);

// Completes a plan whose axes are there.
void FinishAxes(const Operands& operands, Plan& plan);

}  // namespace openaclnn
