#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/threshold_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/threshold-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* ThresholdKernel() {
  return ElementwiseKernel<Threshold<float>, Threshold<float>, void, Threshold<int64_t>>();
}
const Kernel* ThresholdBackwardKernel() {
  return ElementwiseKernel<ThresholdBackward<float>, ThresholdBackward<float>, void,
                           ThresholdBackward<int64_t>>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(ThresholdKernel);
OPENACLNN_EXPORT_KERNEL(ThresholdBackwardKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
