#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/glu_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/glu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* GluKernel() {
  return ElementwiseKernel<Glu, GluOfBfloat16, GluOfDoubles, void, Glu>();
}
const Kernel* GluBackwardKernel() {
  return PairKernel<GluBackward, GluBackwardOfHalves, GluBackwardOfDoubles>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(GluKernel);
OPENACLNN_EXPORT_KERNEL(GluBackwardKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
