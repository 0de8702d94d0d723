// What the specs of operators need that quantise: floats become integers of few bits by a scale,
// and integers floats again.
#pragma once

#include "engine/op_spec.h"
#include "engine/operator.h"
#include "kinds/stages/spec.h"
#include "ops/quant/operators.h"
#include "ops/quant/quantised_shape.h"

namespace openaclnn {

// What INT4 is on its chips: a dtype of its own, or INT32 that holds eight.
inline constexpr DtypeSet kPackedDtypes{ACL_INT4, ACL_INT32};
inline constexpr DtypeSet kQuantisedDtypes = kPackedDtypes | DtypeSet(ACL_INT8);

}  // namespace openaclnn
