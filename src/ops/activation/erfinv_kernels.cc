#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/erfinv_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/erfinv-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* ErfinvKernel() { return ElementwiseKernel<Erfinv>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(ErfinvKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
