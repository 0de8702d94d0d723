#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/exp2_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/erfc-inl.h"
#include "ops/math/exp2-inl.h"
#include "ops/math/sinh-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* Exp2Kernel() { return ElementwiseKernel<Exp2, Exp2, Exp2>(); }
const Kernel* Expm1Kernel() { return ElementwiseKernel<Expm1, Expm1, Expm1>(); }
const Kernel* ErfcKernel() { return ElementwiseKernel<Erfc, Erfc, Erfc>(); }
const Kernel* SinhKernel() { return ElementwiseKernel<Sinh, Sinh, Sinh>(); }
const Kernel* CoshKernel() { return ElementwiseKernel<Cosh, Cosh, Cosh>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(Exp2Kernel);
OPENACLNN_EXPORT_KERNEL(Expm1Kernel);
OPENACLNN_EXPORT_KERNEL(ErfcKernel);
OPENACLNN_EXPORT_KERNEL(SinhKernel);
OPENACLNN_EXPORT_KERNEL(CoshKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
