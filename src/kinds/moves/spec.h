// How specs say that elements are moved and none is computed: copied or converted (kMove), all set
// to one (kFill), or picked from two operands as a third says (kSelect).
#pragma once

#include "base/shared.h"
#include "engine/kind.h"

namespace openaclnn {

OPENACLNN_SHARED extern const Kind kMove;
OPENACLNN_SHARED extern const Kind kFill;
OPENACLNN_SHARED extern const Kind kSelect;

}  // namespace openaclnn
