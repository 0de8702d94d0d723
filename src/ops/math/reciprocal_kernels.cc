#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/reciprocal_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/reciprocal-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* ReciprocalKernel() { return ElementwiseKernel<Reciprocal, Reciprocal, Reciprocal>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(ReciprocalKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
