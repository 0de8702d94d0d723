#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/swi_glu_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/swi_glu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* SwiGluKernel() { return ElementwiseKernel<SwiGlu, SwiGluOfHalves>(); }
const Kernel* SwiGluGradKernel() { return PairKernel<SwiGluGrad, SwiGluGradOfHalves>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(SwiGluKernel);
OPENACLNN_EXPORT_KERNEL(SwiGluGradKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
