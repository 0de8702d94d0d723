// Which SIMD target the kernels run on.
#pragma once

#include "base/shared.h"

namespace openaclnn {

// Makes HWY_DYNAMIC_DISPATCH choose among the targets that OPENACLNN_SIMD allows. Called before a
// kernel is chosen; costs one load after the first time. After OverrideSettings the next call takes
// the new setting.
OPENACLNN_SHARED void ApplySimdSetting();

// The name of the target, as Highway has it: "AVX3".
const char* ChosenSimdName();

}  // namespace openaclnn
