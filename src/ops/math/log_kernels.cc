#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/log_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/log-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* LogKernel() { return ElementwiseKernel<Log, Log, LogOfDoubles>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(LogKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
