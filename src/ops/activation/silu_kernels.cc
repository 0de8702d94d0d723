#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/silu_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/silu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
template <template <class> class InFloat, class OfBfloat16 = SwishOfHalvesForm>
const Kernel* SwishKernelOf() {
  return ElementwiseKernel<InFloat<SwishOfFloats>, InFloat<OfBfloat16>, void, void,
                           InFloat<SwishOfHalvesForm>>();
}
const Kernel* SiluKernel() { return SwishKernelOf<SiluInFloat>(); }
const Kernel* SiluBackwardKernel() {
  return ElementwiseKernel<SiluBackward, SiluBackwardOfBfloat16, void, void,
                           SiluBackwardOfFloat16>();
}
const Kernel* SwishKernel() { return SwishKernelOf<SwishInFloat, SwishOfBfloat16Form>(); }
const Kernel* SwishBackwardKernel() {
  return ElementwiseKernel<SwishBackward, SwishBackwardOfBfloat16, void, void,
                           SwishBackwardOfFloat16>();
}
const Kernel* FastGeluKernel() { return SwishKernelOf<FastGeluInFloat>(); }
const Kernel* FastGeluBackwardKernel() {
  return ElementwiseKernel<FastGeluBackward, FastGeluBackwardOfBfloat16, void, void,
                           FastGeluBackwardOfFloat16>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(SiluKernel);
OPENACLNN_EXPORT_KERNEL(SiluBackwardKernel);
OPENACLNN_EXPORT_KERNEL(SwishKernel);
OPENACLNN_EXPORT_KERNEL(SwishBackwardKernel);
OPENACLNN_EXPORT_KERNEL(FastGeluKernel);
OPENACLNN_EXPORT_KERNEL(FastGeluBackwardKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
