// What the specs of pooling need.
// Title: Pooling
#pragma once

#include "engine/operator.h"
#include "engine/resolved.h"
#include "kinds/stages/spec.h"
#include "ops/pooling/operators.h"
#include "ops/pooling/pooled_shape.h"

namespace openaclnn {

inline constexpr DtypeSet kPlaceDtypes{ACL_INT32, ACL_INT64};
inline constexpr Chips kPoolingSinceA2{Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend950};

}  // namespace openaclnn
