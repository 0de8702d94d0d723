#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/log_add_exp_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/log_add_exp-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* LogAddExpKernel() { return ElementwiseKernel<LogAddExp, LogAddExp, LogAddExp>(); }
const Kernel* LogAddExp2Kernel() { return ElementwiseKernel<LogAddExp2, LogAddExp2, LogAddExp2>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(LogAddExpKernel);
OPENACLNN_EXPORT_KERNEL(LogAddExp2Kernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
