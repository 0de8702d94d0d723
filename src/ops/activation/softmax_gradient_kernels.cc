#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/softmax_gradient_kernels.cc"
#include "ops/row_loops-inl.h"

#include "ops/activation/softmax_gradients-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

const Kernel* SoftmaxBackwardKernel() { return RowKernel<SoftmaxBackwardInFloat>(); }
const Kernel* LogSoftmaxBackwardKernel() { return RowKernel<LogSoftmaxBackwardInFloat>(); }

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(SoftmaxBackwardKernel);
OPENACLNN_EXPORT_KERNEL(LogSoftmaxBackwardKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
