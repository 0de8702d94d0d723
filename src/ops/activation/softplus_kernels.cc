#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/softplus_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/softplus-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
// FLOAT16 is rounded from floats; near-ties are rare enough.
const Kernel* SoftplusKernel() {
  return ElementwiseKernel<Softplus, SoftplusOfHalves, void, void, Softplus>();
}
const Kernel* SoftplusBackwardKernel() {
  return ElementwiseKernel<SoftplusBackward, SoftplusBackwardOfBfloat16, SoftplusBackwardOfDoubles,
                           void, SoftplusBackwardOfFloat16>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(SoftplusKernel);
OPENACLNN_EXPORT_KERNEL(SoftplusBackwardKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
