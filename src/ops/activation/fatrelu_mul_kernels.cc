#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/fatrelu_mul_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/fatrelu_mul-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* FatreluMulKernel() { return ElementwiseKernel<FatreluMul>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(FatreluMulKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
