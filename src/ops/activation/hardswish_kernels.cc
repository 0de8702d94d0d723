#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/hardswish_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/hardswish-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

template <HardswishEnds ends>
const Kernel* BackwardKernel() {
  return ElementwiseKernel<HardswishBackward<ends>, HardswishBackwardOfBfloat16<ends>, void, void,
                           HardswishBackwardOfFloat16<ends>>();
}

const Kernel* HardswishKernel() { return ElementwiseKernel<Hardswish, HardswishOfHalves>(); }
const Kernel* HardswishBackwardKernel() { return BackwardKernel<HardswishEnds::kInner>(); }
const Kernel* HardswishBackwardV2Kernel() { return BackwardKernel<HardswishEnds::kOuter>(); }

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(HardswishKernel);
OPENACLNN_EXPORT_KERNEL(HardswishBackwardKernel);
OPENACLNN_EXPORT_KERNEL(HardswishBackwardV2Kernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
