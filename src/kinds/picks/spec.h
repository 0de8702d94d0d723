// How specs say that one element of each row, by its index, is read, or written: a loss and its
// gradient (kinds/picks/run.h): kind = &kPicks.
#pragma once

#include "base/shared.h"
#include "engine/kind.h"

namespace openaclnn {

OPENACLNN_SHARED extern const Kind kPicks;

}  // namespace openaclnn
