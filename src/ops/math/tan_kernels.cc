#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/tan_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/asin-inl.h"
#include "ops/math/atan-inl.h"
#include "ops/math/tan-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* TanKernel() { return ElementwiseKernel<Tan, Tan, Tan>(); }
const Kernel* SincKernel() { return ElementwiseKernel<Sinc, Sinc, Sinc>(); }
const Kernel* AsinKernel() { return ElementwiseKernel<Asin, Asin, Asin>(); }
const Kernel* AcosKernel() { return ElementwiseKernel<Acos, Acos, Acos>(); }
const Kernel* AtanKernel() { return ElementwiseKernel<Atan, Atan, Atan>(); }
const Kernel* Atan2Kernel() { return ElementwiseKernel<Atan2, Atan2, Atan2OfDoubles>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(TanKernel);
OPENACLNN_EXPORT_KERNEL(SincKernel);
OPENACLNN_EXPORT_KERNEL(AsinKernel);
OPENACLNN_EXPORT_KERNEL(AcosKernel);
OPENACLNN_EXPORT_KERNEL(AtanKernel);
OPENACLNN_EXPORT_KERNEL(Atan2Kernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
