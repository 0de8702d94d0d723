#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/erf_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/erf-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* ErfKernel() { return ElementwiseKernel<Erf, Erf, ErfOfDoubles>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(ErfKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
