#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/sums/determinant_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/sums/determinant-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* LogOfScaledKernel() { return ElementwiseKernel<LogOfScaled, void, LogOfScaled>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(LogOfScaledKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
