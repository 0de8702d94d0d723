// What the specs of operators need that quantise: floats become integers of few bits by a scale,
// and integers floats again.
// Title: Quantisation
#pragma once

#include "engine/op_spec.h"
#include "engine/operator.h"
#include "kinds/product/spec.h"
#include "kinds/stages/spec.h"
#include "ops/quant/operators.h"
#include "ops/quant/quantised_shape.h"

namespace openaclnn {

// What INT4 is on its chips: a dtype of its own, or INT32 that holds eight.
inline constexpr DtypeSet kPackedDtypes{ACL_INT4, ACL_INT32};
inline constexpr DtypeSet kQuantisedDtypes = kPackedDtypes | DtypeSet(ACL_INT8);

// Words of 64 bits, of which the low half is a FLOAT.
inline constexpr DtypeSet kWordDtypes{ACL_UINT64, ACL_INT64};
inline constexpr DtypeSet kOnlyInt8{ACL_INT8}, kOnlyInt4{ACL_INT4}, kOnlyInt32{ACL_INT32},
    kOnlyFloat{ACL_FLOAT}, kOnlyFloat16{ACL_FLOAT16}, kOnlyBfloat16{ACL_BF16};
inline constexpr DtypeSet kHalfDtypes{ACL_FLOAT16, ACL_BF16};

inline constexpr Chips kA2AndA3{Chip::kAscend910B, Chip::kAscend910_93};

}  // namespace openaclnn
