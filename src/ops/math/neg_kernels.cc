#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/neg_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/neg-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* NegKernel() { return ElementwiseKernel<Neg, NegOfHalves, Neg, Neg>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(NegKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
