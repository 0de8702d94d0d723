#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/sums/class_losses_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/sums/class_losses-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
// All are stages, in double.
template <class Formula>
const Kernel* ClassLossKernel() {
  return ElementwiseKernel<Formula, void, Formula>();
}
const Kernel* SmoothedLossKernel() { return ClassLossKernel<SmoothedLoss>(); }
const Kernel* RowOfClassGradientKernel() { return ClassLossKernel<RowOfClassGradient>(); }
const Kernel* ClassGradientKernel() { return ClassLossKernel<ClassGradient>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(SmoothedLossKernel);
OPENACLNN_EXPORT_KERNEL(RowOfClassGradientKernel);
OPENACLNN_EXPORT_KERNEL(ClassGradientKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
