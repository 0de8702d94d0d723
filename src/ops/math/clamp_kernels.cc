#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/clamp_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/clamp-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* ClampKernel() {
  return ElementwiseKernel<ClampOfFloats<float>, ClampOfFloats<float>, ClampOfFloats<double>,
                           ClampOfIntegers>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(ClampKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
