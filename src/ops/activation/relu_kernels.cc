#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/relu_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/relu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* ReluKernel() { return ElementwiseKernel<Relu, Relu, void, Relu>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(ReluKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
