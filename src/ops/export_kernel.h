// How a file of kernels gives its specs the kernel of a formula on the SIMD target that is chosen
// at run time: const Kernel* name(), made of the functions of that name under HWY_NAMESPACE.
//
// In namespace openaclnn, within #if HWY_ONCE.
#pragma once

#include "hwy/highway.h"
#include "kinds/formula_kernel.h"

#define OPENACLNN_EXPORT_KERNEL(name) \
  HWY_EXPORT(name);                   \
  const Kernel* name() { return HWY_DYNAMIC_DISPATCH(name)(); }
