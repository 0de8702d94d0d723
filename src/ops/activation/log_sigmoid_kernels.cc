#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/log_sigmoid_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/log_sigmoid-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* LogSigmoidKernel() { return ElementwiseKernel<LogSigmoid>(); }
const Kernel* LogSigmoidBackwardKernel() {
  return ElementwiseKernel<LogSigmoidBackward, LogSigmoidBackwardOfBfloat16, void, void,
                           LogSigmoidBackwardOfFloat16>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(LogSigmoidKernel);
OPENACLNN_EXPORT_KERNEL(LogSigmoidBackwardKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
