// What the specs of arithmetic, unary functions, comparisons and selections need.
// Title: Arithmetic and functions
#pragma once

#include "engine/resolved.h"
#include "kinds/elementwise/spec.h"
#include "ops/math/operators.h"

namespace openaclnn {

// What is computed with.
inline constexpr DtypeSet kRealDtypes = kFloatAndDoubleDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL);
inline constexpr DtypeSet kComplexOrReal = kRealDtypes | kComplexDtypes;

}  // namespace openaclnn
