#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/elu_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/elu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* EluKernel() { return ElementwiseKernel<Elu, EluOfHalves, EluOfDoubles>(); }
const Kernel* EluBackwardKernel() { return ElementwiseKernel<EluBackward, EluBackwardOfHalves>(); }
const Kernel* EluBackwardOfResultKernel() { return ElementwiseKernel<EluBackwardOfResult>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(EluKernel);
OPENACLNN_EXPORT_KERNEL(EluBackwardKernel);
OPENACLNN_EXPORT_KERNEL(EluBackwardOfResultKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
