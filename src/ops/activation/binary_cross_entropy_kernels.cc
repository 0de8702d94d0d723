#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/binary_cross_entropy_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/binary_cross_entropy-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

template <class Formula, class InBfloat16 = Formula, class InFloat16 = Formula>
const Kernel* KernelOf() {
  return ElementwiseKernel<Formula, InBfloat16, Formula, void, InFloat16>();
}

const Kernel* TargetBackwardKernel() {
  return KernelOf<TargetBackward, TargetBackwardOfHalves<TargetBackwardOfBfloat16>,
                  TargetBackwardOfHalves<TargetBackwardOfFloat16>>();
}
const Kernel* TargetBackwardWithPosWeightKernel() {
  return KernelOf<TargetBackwardWithPosWeight>();
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(TargetBackwardKernel);
OPENACLNN_EXPORT_KERNEL(TargetBackwardWithPosWeightKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
