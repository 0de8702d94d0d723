#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/compare_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/compare-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* GtScalarKernel() { return CompareKernel<IsGreater>(); }
const Kernel* LtScalarKernel() { return CompareKernel<IsLess>(); }
const Kernel* EqScalarKernel() { return CompareKernel<IsEqual>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(GtScalarKernel);
OPENACLNN_EXPORT_KERNEL(LtScalarKernel);
OPENACLNN_EXPORT_KERNEL(EqScalarKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
