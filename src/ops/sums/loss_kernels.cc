#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/sums/loss_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/sums/cross_entropies-inl.h"
#include "ops/sums/distances-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
// All are stages, in double or in integers.
template <class Formula, class InIntegers = void>
const Kernel* LossKernel() {
  return ElementwiseKernel<Formula, void, Formula, InIntegers>();
}
const Kernel* SquaredDistanceKernel() { return LossKernel<SquaredDistance>(); }
const Kernel* SquaredDistanceBackwardKernel() { return LossKernel<SquaredDistanceBackward>(); }
const Kernel* DistanceKernel() { return LossKernel<Distance, DistanceOfIntegers>(); }
const Kernel* DistanceBackwardKernel() { return LossKernel<DistanceBackward>(); }
const Kernel* SmoothDistanceKernel() { return LossKernel<SmoothDistance>(); }
const Kernel* SmoothDistanceBackwardKernel() { return LossKernel<SmoothDistanceBackward>(); }
const Kernel* LogitsEntropyKernel() { return LossKernel<LogitsEntropy>(); }
const Kernel* LogitsEntropyBackwardKernel() { return LossKernel<LogitsEntropyBackward>(); }
const Kernel* BinaryEntropyKernel() { return LossKernel<BinaryEntropy>(); }
const Kernel* BinaryEntropyBackwardKernel() { return LossKernel<BinaryEntropyBackward>(); }
const Kernel* DivergenceKernel() { return LossKernel<Divergence>(); }
const Kernel* DivergenceOfLogKernel() { return LossKernel<DivergenceOfLog>(); }
const Kernel* DivergenceBackwardKernel() { return LossKernel<DivergenceBackward>(); }
const Kernel* DivergenceOfLogBackwardKernel() { return LossKernel<DivergenceOfLogBackward>(); }
const Kernel* DivergenceTargetBackwardKernel() { return LossKernel<DivergenceTargetBackward>(); }
const Kernel* DivergenceOfLogTargetBackwardKernel() {
  return LossKernel<DivergenceOfLogTargetBackward>();
}
const Kernel* SoftMarginKernel() { return LossKernel<SoftMargin>(); }
const Kernel* SoftMarginBackwardKernel() { return LossKernel<SoftMarginBackward>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(SquaredDistanceKernel);
OPENACLNN_EXPORT_KERNEL(SquaredDistanceBackwardKernel);
OPENACLNN_EXPORT_KERNEL(DistanceKernel);
OPENACLNN_EXPORT_KERNEL(DistanceBackwardKernel);
OPENACLNN_EXPORT_KERNEL(SmoothDistanceKernel);
OPENACLNN_EXPORT_KERNEL(SmoothDistanceBackwardKernel);
OPENACLNN_EXPORT_KERNEL(LogitsEntropyKernel);
OPENACLNN_EXPORT_KERNEL(LogitsEntropyBackwardKernel);
OPENACLNN_EXPORT_KERNEL(BinaryEntropyKernel);
OPENACLNN_EXPORT_KERNEL(BinaryEntropyBackwardKernel);
OPENACLNN_EXPORT_KERNEL(DivergenceKernel);
OPENACLNN_EXPORT_KERNEL(DivergenceOfLogKernel);
OPENACLNN_EXPORT_KERNEL(DivergenceBackwardKernel);
OPENACLNN_EXPORT_KERNEL(DivergenceOfLogBackwardKernel);
OPENACLNN_EXPORT_KERNEL(DivergenceTargetBackwardKernel);
OPENACLNN_EXPORT_KERNEL(DivergenceOfLogTargetBackwardKernel);
OPENACLNN_EXPORT_KERNEL(SoftMarginKernel);
OPENACLNN_EXPORT_KERNEL(SoftMarginBackwardKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
