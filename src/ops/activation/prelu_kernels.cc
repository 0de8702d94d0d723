#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/prelu_kernels.cc"
#include "ops/loops-inl.h"

#include "kinds/channels/kernel-inl.h"
#include "ops/activation/prelu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* PreluKernel() { return ElementwiseKernel<Prelu, Prelu, Prelu>(); }
const Kernel* PreluBackwardKernel() { return ChannelSumKernel<PreluBackward>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(PreluKernel);
OPENACLNN_EXPORT_KERNEL(PreluBackwardKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
