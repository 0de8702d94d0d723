// Compiles the file that HWY_TARGET_INCLUDE names for every SIMD target, with the loops that its
// formulas are given to. With OPENACLNN_ONE_LANE it is compiled once, as device code of a GPU: its
// formulas are given to kernels. Neither knows specs, so that a change of theirs compiles no loop.
//
// Include before the formulas.

#ifndef OPENACLNN_ONE_LANE

#include "hwy/foreach_target.h"

// after foreach_target.h
#include "kinds/elementwise/kernel-inl.h"
#include "kinds/elementwise/pair_loops-inl.h"
#include "ops/export_kernel.h"

#else

#include "kinds/elementwise/device/kernels-inl.h"

#endif
