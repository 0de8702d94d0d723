#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/sin_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/sin-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* SinKernel() { return ElementwiseKernel<Sin, Sin, SinOfDoubles>(); }
const Kernel* CosKernel() { return ElementwiseKernel<Cos, Cos, CosOfDoubles>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(SinKernel);
OPENACLNN_EXPORT_KERNEL(CosKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
