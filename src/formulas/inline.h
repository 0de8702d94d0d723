// How functions over lanes are declared, in files that include hwy/highway.h.
#pragma once

// Inlined, and compiled for the target of the surrounding HWY_BEFORE_NAMESPACE: without
// optimisation g++ 12 compiles friends of class templates for the baseline otherwise, where vectors
// are passed in another way.
#define OPENACLNN_INLINE HWY_ATTR HWY_INLINE
