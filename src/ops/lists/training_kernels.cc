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
const Kernel* FirstMomentByKernel() { return TrainingKernel<FirstMomentBy>(); }
const Kernel* SecondMomentByKernel() { return TrainingKernel<SecondMomentBy>(); }
const Kernel* StepDivisorByKernel() { return TrainingKernel<StepDivisorBy>(); }
const Kernel* StepDirectionByKernel() { return TrainingKernel<StepDirectionBy>(); }
const Kernel* SteppedByKernel() { return TrainingKernel<SteppedBy>(); }
const Kernel* RateOfStepKernel() { return TrainingKernel<RateOfStep>(); }
const Kernel* RootDivisorKernel() { return TrainingKernel<RootDivisor>(); }
const Kernel* ShareKeptKernel() { return TrainingKernel<ShareKept>(); }
const Kernel* CorrectedRateKernel() { return TrainingKernel<CorrectedRate>(); }
const Kernel* SteppedAtRateKernel() { return TrainingKernel<SteppedAtRate>(); }
const Kernel* DecayedGradKernel() { return TrainingKernel<DecayedGrad>(); }
const Kernel* UnlessFoundKernel() { return TrainingKernel<UnlessFound>(); }
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
OPENACLNN_EXPORT_KERNEL(FirstMomentByKernel);
OPENACLNN_EXPORT_KERNEL(SecondMomentByKernel);
OPENACLNN_EXPORT_KERNEL(StepDivisorByKernel);
OPENACLNN_EXPORT_KERNEL(StepDirectionByKernel);
OPENACLNN_EXPORT_KERNEL(SteppedByKernel);
OPENACLNN_EXPORT_KERNEL(RateOfStepKernel);
OPENACLNN_EXPORT_KERNEL(RootDivisorKernel);
OPENACLNN_EXPORT_KERNEL(ShareKeptKernel);
OPENACLNN_EXPORT_KERNEL(CorrectedRateKernel);
OPENACLNN_EXPORT_KERNEL(SteppedAtRateKernel);
OPENACLNN_EXPORT_KERNEL(DecayedGradKernel);
OPENACLNN_EXPORT_KERNEL(UnlessFoundKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
