#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/cross_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/cross-inl.h"
#include "ops/math/real_angle-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* CrossComponentKernel() {
  return ElementwiseKernel<CrossComponent, void, CrossComponent, CrossComponentOfIntegers>();
}
const Kernel* RealAngleKernel() { return ElementwiseKernel<RealAngle, void, RealAngle>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(CrossComponentKernel);
OPENACLNN_EXPORT_KERNEL(RealAngleKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
