#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/shrink_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/shrink-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* HardshrinkKernel() { return ElementwiseKernel<Hardshrink>(); }
const Kernel* SoftshrinkKernel() { return ElementwiseKernel<Softshrink>(); }
const Kernel* ShrinkKernel() { return ElementwiseKernel<Shrink>(); }
const Kernel* ShrinkBackwardKernel() { return ElementwiseKernel<ShrinkBackward>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(HardshrinkKernel);
OPENACLNN_EXPORT_KERNEL(SoftshrinkKernel);
OPENACLNN_EXPORT_KERNEL(ShrinkKernel);
OPENACLNN_EXPORT_KERNEL(ShrinkBackwardKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
