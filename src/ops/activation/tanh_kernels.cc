#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/tanh_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/tanh-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* TanhKernel() { return ElementwiseKernel<Tanh>(); }
const Kernel* TanhBackwardKernel() {
  return ElementwiseKernel<TanhBackward, TanhBackwardOfBfloat16, TanhBackwardOfDoubles, void,
                           TanhBackwardOfFloat16>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(TanhKernel);
OPENACLNN_EXPORT_KERNEL(TanhBackwardKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
