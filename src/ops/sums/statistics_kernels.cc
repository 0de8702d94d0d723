#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/sums/statistics_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/sums/statistics-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
// All are stages, in double or in integers.
template <class Formula, class InIntegers = void>
const Kernel* StatisticsKernel() {
  return ElementwiseKernel<Formula, void, Formula, InIntegers>();
}
const Kernel* VarianceKernel() { return StatisticsKernel<Variance>(); }
const Kernel* DeviationKernel() { return StatisticsKernel<Deviation>(); }
const Kernel* ExpBelowKernel() { return StatisticsKernel<ExpBelow>(); }
const Kernel* LogAboveKernel() { return StatisticsKernel<LogAbove>(); }
const Kernel* EqualityKernel() { return StatisticsKernel<Equality, EqualityOfIntegers>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(VarianceKernel);
OPENACLNN_EXPORT_KERNEL(DeviationKernel);
OPENACLNN_EXPORT_KERNEL(ExpBelowKernel);
OPENACLNN_EXPORT_KERNEL(LogAboveKernel);
OPENACLNN_EXPORT_KERNEL(EqualityKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
