// What formulas are compiled for: a SIMD target of Highway's, or, with OPENACLNN_ONE_LANE, one
// lane, as a thread of a GPU has it. That is one target more, with the names of Highway's macros
// and without Highway, whose headers compilers of device code need not understand.

#ifndef OPENACLNN_ONE_LANE
#include "hwy/highway.h"  // each time, as its macros are for the target that is compiled now
#endif

#ifndef OPENACLNN_FORMULAS_TARGET_H_
#define OPENACLNN_FORMULAS_TARGET_H_

#ifndef OPENACLNN_ONE_LANE

// Inlined, and compiled for the target of the surrounding HWY_BEFORE_NAMESPACE: without
// optimisation g++ 12 compiles friends of class templates for the baseline otherwise, where vectors
// are passed in another way.
#define OPENACLNN_INLINE HWY_ATTR HWY_INLINE

// Marks an ordinary function of numbers that formulas call.
#define OPENACLNN_ON_DEVICE

#else

#define HWY_NAMESPACE one_lane
#define HWY_ONCE 0  // only the formulas and their kernels
#define HWY_BEFORE_NAMESPACE() static_assert(true)
#define HWY_AFTER_NAMESPACE() static_assert(true)
#define HWY_ATTR
#define HWY_INLINE inline __attribute__((always_inline))
#define HWY_LIKELY(condition) __builtin_expect(!!(condition), 1)

#if defined(__CUDA__) || defined(__NVCC__)  // only nvcc has CUDA's headers, with __host__ and so on
#define OPENACLNN_ON_DEVICE __attribute__((host)) __attribute__((device))
#define OPENACLNN_GLOBAL __attribute__((global))
#else
#define OPENACLNN_ON_DEVICE
#define OPENACLNN_GLOBAL
#endif
#define OPENACLNN_INLINE OPENACLNN_ON_DEVICE HWY_INLINE

#endif  // OPENACLNN_ONE_LANE

#endif  // include guard
