#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/squared_relu_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/squared_relu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* SquaredReluKernel() { return ElementwiseKernel<SquaredRelu>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(SquaredReluKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
