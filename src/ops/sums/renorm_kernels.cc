#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/sums/renorm_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/sums/renorm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
// A stage, in double.
const Kernel* RenormedKernel() { return ElementwiseKernel<Renormed, void, Renormed>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(RenormedKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
