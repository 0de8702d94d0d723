// How specs say that a formula is applied to elements: kind = &kElementwise.
#pragma once

#include "base/shared.h"
#include "engine/kind.h"

namespace openaclnn {

OPENACLNN_SHARED extern const Kind kElementwise;

}  // namespace openaclnn
