// What the specs of resampling and padding need.
// Title: Resampling, margins and grids
#pragma once

#include "engine/operator.h"
#include "engine/resolved.h"
#include "kinds/stages/spec.h"
#include "ops/resampling/operators.h"
#include "ops/resampling/resized_shape.h"

namespace openaclnn {

inline constexpr DtypeSet kFloatsAndBytes = kFloatDtypes | DtypeSet(ACL_UINT8);
inline constexpr DtypeSet kNearestDtypes = kFloatAndDoubleDtypes | DtypeSet(ACL_UINT8);
inline constexpr Chips kResamplingSinceA2{Chip::kAscend910B, Chip::kAscend910_93, Chip::kAscend950};

}  // namespace openaclnn
