// How specs say that one operand has a value for each channel, the second axis of the others, and
// that terms of a formula may be summed over each: kind = &kChannels.
#pragma once

#include "base/shared.h"
#include "engine/kind.h"

namespace openaclnn {

OPENACLNN_SHARED extern const Kind kChannels;

}  // namespace openaclnn
