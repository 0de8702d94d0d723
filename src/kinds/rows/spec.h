// How specs say that rows along an axis are reduced to a few numbers, with which their elements are
// mapped: kind = &kRows.
#pragma once

#include "base/shared.h"
#include "engine/kind.h"

namespace openaclnn {

OPENACLNN_SHARED extern const Kind kRows;

}  // namespace openaclnn
