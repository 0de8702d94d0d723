// What the specs of attention need.
// Title: Attention
#pragma once

#include "engine/op_spec.h"
#include "engine/resolved.h"
#include "kinds/stages/spec.h"
#include "ops/attention/attention_shape.h"
#include "ops/attention/operators.h"

namespace openaclnn {

inline constexpr DtypeSet kMaskDtypes{ACL_BOOL, ACL_UINT8}, kOnlyBytes{ACL_UINT8},
    kOnlyFloatRows{ACL_FLOAT};

}  // namespace openaclnn
