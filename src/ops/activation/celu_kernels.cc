#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/celu_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/celu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* CeluKernel() { return ElementwiseKernel<Celu, CeluOfHalves>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(CeluKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
