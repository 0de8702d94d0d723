// What the specs of recurrent networks need.
// Title: Recurrent networks
#pragma once

#include <cstdint>

#include "engine/op_spec.h"
#include "engine/resolved.h"
#include "kinds/stages/spec.h"
#include "ops/recurrent/operators.h"
#include "ops/recurrent/recurrent_layers.h"
#include "ops/recurrent/recurrent_shape.h"

namespace openaclnn {

inline constexpr DtypeSet kRecurrentDtypes{ACL_FLOAT, ACL_FLOAT16};
inline constexpr DtypeSet kOnlyBatchSizes{ACL_INT64};
inline constexpr int64_t kMostLayers = INT32_MAX;

}  // namespace openaclnn
