#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/rsqrt_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/rsqrt-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* RsqrtKernel() { return ElementwiseKernel<Rsqrt, Rsqrt, Rsqrt>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(RsqrtKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
