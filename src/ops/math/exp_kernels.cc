#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/exp_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/exp-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* ExpKernel() { return ElementwiseKernel<Exp, Exp, ExpOfDoubles>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(ExpKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
