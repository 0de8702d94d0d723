#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/logit_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/logit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* LogitKernel() { return ElementwiseKernel<Logit, LogitOfHalves>(); }
const Kernel* LogitGradKernel() {
  return ElementwiseKernel<LogitGrad, LogitGradOfBfloat16, void, void, LogitGradOfFloat16>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(LogitKernel);
OPENACLNN_EXPORT_KERNEL(LogitGradKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
