// How specs say that matrices are multiplied, and a third operand perhaps added: .work =
// ProductOfMatrices(). With a third operand the scalars of the call are beta and alpha, in this
// order.
#pragma once

#include "base/shared.h"
#include "engine/kind.h"
#include "engine/work.h"

namespace openaclnn {

OPENACLNN_SHARED extern const Kind kProductKind;

constexpr Work ProductOfMatrices() { return {.kind = &kProductKind}; }

}  // namespace openaclnn
