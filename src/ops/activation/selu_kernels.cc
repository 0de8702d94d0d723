#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/selu_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/selu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* SeluKernel() { return ElementwiseKernel<Selu, SeluOfHalves, SeluOfIntegers>(); }
const Kernel* SeluBackwardKernel() {
  return ElementwiseKernel<SeluBackward, SeluBackwardOfHalves, SeluBackwardOfIntegers>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(SeluKernel);
OPENACLNN_EXPORT_KERNEL(SeluBackwardKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
