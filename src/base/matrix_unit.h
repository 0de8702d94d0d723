// The processor's matrix unit: AMX of x86-64, with its product of BFLOAT16 (TDPBF16PS).
#pragma once

#include <cstdint>

#include "base/shared.h"

// Whether compiler and system know it.
#if defined(__x86_64__) && defined(__linux__) && __has_include(<amxbf16intrin.h>)
#define OPENACLNN_KNOWS_AMX 1
#else
#define OPENACLNN_KNOWS_AMX 0
#endif

namespace openaclnn {

// The bit of Settings::simd_targets that allows it, next to all SIMD targets of the machine.
// Highway leaves the bit free.
inline constexpr int64_t kMatrixUnitTarget = 1;

// Whether processor and system have it, and the compiler knew it.
bool HasMatrixUnit();

// Whether this process may use it. The system is asked for permission at the first call, for all
// threads.
OPENACLNN_SHARED bool MayUseMatrixUnit();

}  // namespace openaclnn
