#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/abs_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/abs-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* AbsKernel() { return ElementwiseKernel<Size, SizeOfHalves, Size, SizeOfIntegers>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(AbsKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
