// What the specs of operators need that take elements from where integers say, or put them there.
// Title: Indices
#pragma once

#include "engine/op_spec.h"
#include "engine/operator.h"
#include "engine/resolved.h"
#include "kinds/stages/spec.h"
#include "ops/index/indexed_shape.h"
#include "ops/index/operators.h"

namespace openaclnn {

inline constexpr DtypeSet kIndexDtypes{ACL_INT64, ACL_INT32};
inline constexpr DtypeSet kIndexedReals =
    kFloatAndDoubleDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL);
inline constexpr DtypeSet kIndexedUnsigned{ACL_UINT16, ACL_UINT32, ACL_UINT64};
inline constexpr Chips kOnlyA2AndA3{Chip::kAscend910B, Chip::kAscend910_93};
inline constexpr Chips kOnlyA5{Chip::kAscend950};

}  // namespace openaclnn
