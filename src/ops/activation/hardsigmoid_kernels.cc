#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/hardsigmoid_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/hardsigmoid-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* HardsigmoidKernel() {
  return ElementwiseKernel<Hardsigmoid, Hardsigmoid, void, HardsigmoidOfIntegers>();
}
const Kernel* HardsigmoidBackwardKernel() { return ElementwiseKernel<HardsigmoidBackward>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(HardsigmoidKernel);
OPENACLNN_EXPORT_KERNEL(HardsigmoidBackwardKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
