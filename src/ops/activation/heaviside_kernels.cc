#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/heaviside_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/heaviside-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* HeavisideKernel() { return ElementwiseKernel<Heaviside>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(HeavisideKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
