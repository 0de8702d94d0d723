#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/attention/bias_rescale_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/attention/bias_rescale-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
// A stage, in double.
const Kernel* BiasRescaleKernel() { return ElementwiseKernel<BiasRescale, void, BiasRescale>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(BiasRescaleKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
