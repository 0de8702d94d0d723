#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/hardtanh_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/hardtanh-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* HardtanhKernel() {
  return ElementwiseKernel<Hardtanh<float>, Hardtanh<float>, Hardtanh<double>, Clamp<int64_t>>();
}
const Kernel* HardtanhBackwardKernel() { return ElementwiseKernel<HardtanhBackward<float>>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(HardtanhKernel);
OPENACLNN_EXPORT_KERNEL(HardtanhBackwardKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
