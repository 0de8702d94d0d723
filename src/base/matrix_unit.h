// What x86-64 has for products: of BFLOAT16 the matrix unit AMX (TDPBF16PS), and dot products of
// pairs in AVX-512 (VDPBF16PS); of INT8 dot products of four in AVX-512 (VPDPBUSD).
#pragma once

#include <cstdint>

#include "base/shared.h"

// Whether compiler and system know it.
#if defined(__x86_64__) && defined(__linux__) && __has_include(<amxbf16intrin.h>)
#define OPENACLNN_KNOWS_AMX 1
#else
#define OPENACLNN_KNOWS_AMX 0
#endif
#if defined(__x86_64__) && __has_include(<avx512bf16intrin.h>)
#define OPENACLNN_KNOWS_DOT_PAIRS 1
#else
#define OPENACLNN_KNOWS_DOT_PAIRS 0
#endif
#if defined(__x86_64__) && __has_include(<avx512vnniintrin.h>)
#define OPENACLNN_KNOWS_DOT_QUADS 1
#else
#define OPENACLNN_KNOWS_DOT_QUADS 0
#endif

namespace openaclnn {

// The bits of Settings::simd_targets that allow them, next to all SIMD targets of the machine.
// Highway leaves these bits free.
inline constexpr int64_t kMatrixUnitTarget = 1;
inline constexpr int64_t kDotPairsTarget = 2;
inline constexpr int64_t kDotQuadsTarget = 4;

// Whether processor and system have AMX, and the compiler knew it.
bool HasMatrixUnit();
// The same of VDPBF16PS, where the system has AVX-512.
OPENACLNN_SHARED bool HasDotPairs();
// The same of VPDPBUSD, which all processors have that have VDPBF16PS.
OPENACLNN_SHARED bool HasDotQuads();

// Whether this process may use AMX. The system is asked for permission at the first call, for all
// threads.
OPENACLNN_SHARED bool MayUseMatrixUnit();

}  // namespace openaclnn
