#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/random/random_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/random/random-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* IsBelowKernel() { return ElementwiseKernel<IsBelow, void, IsBelow>(); }
const Kernel* FromStandardKernel() { return ElementwiseKernel<FromStandard, void, FromStandard>(); }
const Kernel* SlopeOfKernel() { return ElementwiseKernel<SlopeOf, void, SlopeOf>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(IsBelowKernel);
OPENACLNN_EXPORT_KERNEL(FromStandardKernel);
OPENACLNN_EXPORT_KERNEL(SlopeOfKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
