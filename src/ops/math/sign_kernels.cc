#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/sign_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/sign-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* SignKernel() { return ElementwiseKernel<Sign, Sign, Sign, Sign>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(SignKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
