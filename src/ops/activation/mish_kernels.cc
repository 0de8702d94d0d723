#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/mish_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/mish-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* MishKernel() {
  return ElementwiseKernel<Mish, MishOfBfloat16, void, void, MishOfFloat16>();
}
const Kernel* MishBackwardKernel() {
  return ElementwiseKernel<MishBackward, MishBackwardOfHalves>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(MishKernel);
OPENACLNN_EXPORT_KERNEL(MishBackwardKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
