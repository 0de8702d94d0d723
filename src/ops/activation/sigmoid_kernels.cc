#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/sigmoid_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/sigmoid-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* SigmoidKernel() {
  // FLOAT16 is rounded from floats; near-ties are rare enough.
  return ElementwiseKernel<Sigmoid, Sigmoid, SigmoidOfDoubles>();
}
const Kernel* SigmoidBackwardKernel() {
  return ElementwiseKernel<SigmoidBackward, SigmoidBackwardOfBfloat16, SigmoidBackwardOfDoubles,
                           void, SigmoidBackwardOfFloat16>();
}
const Kernel* SigmoidBackwardOfComplexKernel() { return ComplexKernel<SigmoidBackwardOfComplex>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(SigmoidKernel);
OPENACLNN_EXPORT_KERNEL(SigmoidBackwardKernel);
OPENACLNN_EXPORT_KERNEL(SigmoidBackwardOfComplexKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
