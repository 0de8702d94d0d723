#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/sums/norm_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/sums/norm-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
// All are stages, in double.
template <class Formula>
const Kernel* NormKernel() {
  return ElementwiseKernel<Formula, void, Formula>();
}
const Kernel* ReciprocalDeviationKernel() { return NormKernel<ReciprocalDeviation>(); }
const Kernel* RunningStatisticKernel() { return NormKernel<RunningStatistic>(); }
const Kernel* SumOfTwoKernel() { return NormKernel<SumOfTwo>(); }
const Kernel* ProductOfTwoKernel() { return NormKernel<ProductOfTwo>(); }
const Kernel* QuotientOfTwoKernel() { return NormKernel<QuotientOfTwo>(); }
const Kernel* SquaresOfPartKernel() { return NormKernel<SquaresOfPart>(); }
const Kernel* VarianceOfSumsKernel() { return NormKernel<VarianceOfSums>(); }
const Kernel* UnbiasedKernel() { return NormKernel<Unbiased>(); }
const Kernel* SwishOfDoublesKernel() { return NormKernel<SwishOfDoubles>(); }
const Kernel* SwishGradientOfDoublesKernel() { return NormKernel<SwishGradientOfDoubles>(); }
const Kernel* SumWithScaledKernel() { return NormKernel<SumWithScaled>(); }
const Kernel* TimesScaleKernel() { return NormKernel<TimesScale>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(ReciprocalDeviationKernel);
OPENACLNN_EXPORT_KERNEL(RunningStatisticKernel);
OPENACLNN_EXPORT_KERNEL(SumOfTwoKernel);
OPENACLNN_EXPORT_KERNEL(ProductOfTwoKernel);
OPENACLNN_EXPORT_KERNEL(QuotientOfTwoKernel);
OPENACLNN_EXPORT_KERNEL(SquaresOfPartKernel);
OPENACLNN_EXPORT_KERNEL(VarianceOfSumsKernel);
OPENACLNN_EXPORT_KERNEL(UnbiasedKernel);
OPENACLNN_EXPORT_KERNEL(SwishOfDoublesKernel);
OPENACLNN_EXPORT_KERNEL(SwishGradientOfDoublesKernel);
OPENACLNN_EXPORT_KERNEL(SumWithScaledKernel);
OPENACLNN_EXPORT_KERNEL(TimesScaleKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
