#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/sqrt_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/sqrt-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* SqrtKernel() { return ElementwiseKernel<Root, Root, Root>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(SqrtKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
