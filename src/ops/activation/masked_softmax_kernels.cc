#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/masked_softmax_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/masked_softmax-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
// Stages, in double.
const Kernel* MaskedScoreKernel() { return ElementwiseKernel<MaskedScore, void, MaskedScore>(); }
const Kernel* MaskedSoftmaxGradientKernel() {
  return ElementwiseKernel<MaskedSoftmaxGradient, void, MaskedSoftmaxGradient>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(MaskedScoreKernel);
OPENACLNN_EXPORT_KERNEL(MaskedSoftmaxGradientKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
