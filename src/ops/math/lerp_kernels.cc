#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/lerp_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/lerp-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* LerpKernel() { return ElementwiseKernel<Lerp<float>, LerpOfHalves, Lerp<double>>(); }
const Kernel* LerpByWeightsKernel() { return ElementwiseKernel<InDouble<LerpByWeights>>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(LerpKernel);
OPENACLNN_EXPORT_KERNEL(LerpByWeightsKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
