// As ops/loops-inl.h, for formulas over rows.
//
// Include before the formulas.

#ifndef OPENACLNN_ONE_LANE

#include "hwy/foreach_target.h"

// after foreach_target.h
#include "kinds/rows/kernel-inl.h"
#include "ops/export_kernel.h"

#else

#include "kinds/rows/device/row_loops-inl.h"

#endif
