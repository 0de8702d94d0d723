// What the specs of operators need that only move elements, from memory to memory and from dtype to
// dtype.
// Title: Moves
#pragma once

#include "engine/operator.h"
#include "engine/resolved.h"
#include "kinds/moves/spec.h"
#include "ops/moves/operators.h"

namespace openaclnn {

inline constexpr DtypeSet kUnsignedDtypes{ACL_UINT16, ACL_UINT32, ACL_UINT64};

// All that can be moved: IsCastable of cpu/cast.h.
inline constexpr DtypeSet kMovedDtypes{ACL_FLOAT, ACL_FLOAT16,   ACL_BF16,      ACL_DOUBLE,
                                       ACL_INT8,  ACL_INT16,     ACL_INT32,     ACL_INT64,
                                       ACL_UINT8, ACL_UINT16,    ACL_UINT32,    ACL_UINT64,
                                       ACL_BOOL,  ACL_COMPLEX64, ACL_COMPLEX128};

}  // namespace openaclnn
