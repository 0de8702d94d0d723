#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/lists/training_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/lists/adam_w-inl.h"
#include "ops/lists/amp-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
// All are stages, in double.
template <class Formula>
const Kernel* TrainingKernel() {
  return ElementwiseKernel<Formula, void, Formula>();
}
const Kernel* FoundInfKernel() { return TrainingKernel<FoundInf>(); }
const Kernel* NextScaleKernel() { return TrainingKernel<NextScale>(); }
const Kernel* NextTrackerKernel() { return TrainingKernel<NextTracker>(); }
const Kernel* FirstMomentKernel() { return TrainingKernel<FirstMoment>(); }
const Kernel* SecondMomentKernel() { return TrainingKernel<SecondMoment>(); }
const Kernel* LargestMomentKernel() { return TrainingKernel<LargestMoment>(); }
const Kernel* StepDivisorKernel() { return TrainingKernel<StepDivisor>(); }
const Kernel* StepDirectionKernel() { return TrainingKernel<StepDirection>(); }
const Kernel* SteppedKernel() { return TrainingKernel<Stepped>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(FoundInfKernel);
OPENACLNN_EXPORT_KERNEL(NextScaleKernel);
OPENACLNN_EXPORT_KERNEL(NextTrackerKernel);
OPENACLNN_EXPORT_KERNEL(FirstMomentKernel);
OPENACLNN_EXPORT_KERNEL(SecondMomentKernel);
OPENACLNN_EXPORT_KERNEL(LargestMomentKernel);
OPENACLNN_EXPORT_KERNEL(StepDivisorKernel);
OPENACLNN_EXPORT_KERNEL(StepDirectionKernel);
OPENACLNN_EXPORT_KERNEL(SteppedKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
