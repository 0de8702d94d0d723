#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/leaky_relu_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/leaky_relu-inl.h"
#include "ops/near_ties-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* LeakyReluKernel() {
  return ElementwiseKernel<LeakyRelu<float>, OfBfloat16<LeakyRelu<float>>, LeakyRelu<double>, void,
                           OfFloat16<LeakyRelu<float>>>();
}
// FLOAT16 is rounded from floats; near-ties are rare enough.
const Kernel* LeakyReluBackwardKernel() {
  return ElementwiseKernel<LeakyReluBackward<float>, OfBfloat16<LeakyReluBackward<float>>,
                           LeakyReluBackward<double>, void, LeakyReluBackward<float>>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(LeakyReluKernel);
OPENACLNN_EXPORT_KERNEL(LeakyReluBackwardKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
