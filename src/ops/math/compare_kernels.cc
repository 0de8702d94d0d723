#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/compare_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/compare-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* GtScalarKernel() { return CompareKernel<IsGreater>(); }
const Kernel* GeScalarKernel() { return CompareKernel<IsGreaterOrEqual>(); }
const Kernel* LtScalarKernel() { return CompareKernel<IsLess>(); }
const Kernel* LeScalarKernel() { return CompareKernel<IsLessOrEqual>(); }
const Kernel* EqScalarKernel() { return CompareKernel<IsEqual>(); }
const Kernel* NeScalarKernel() { return CompareKernel<IsNotEqual>(); }
const Kernel* GtTensorKernel() { return CompareTwoKernel<IsGreater>(); }
const Kernel* GeTensorKernel() { return CompareTwoKernel<IsGreaterOrEqual>(); }
const Kernel* LtTensorKernel() { return CompareTwoKernel<IsLess>(); }
const Kernel* LeTensorKernel() { return CompareTwoKernel<IsLessOrEqual>(); }
const Kernel* EqTensorKernel() { return CompareTwoKernel<IsEqual>(); }
const Kernel* NeTensorKernel() { return CompareTwoKernel<IsNotEqual>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(GtScalarKernel);
OPENACLNN_EXPORT_KERNEL(GeScalarKernel);
OPENACLNN_EXPORT_KERNEL(LtScalarKernel);
OPENACLNN_EXPORT_KERNEL(LeScalarKernel);
OPENACLNN_EXPORT_KERNEL(EqScalarKernel);
OPENACLNN_EXPORT_KERNEL(NeScalarKernel);
OPENACLNN_EXPORT_KERNEL(GtTensorKernel);
OPENACLNN_EXPORT_KERNEL(GeTensorKernel);
OPENACLNN_EXPORT_KERNEL(LtTensorKernel);
OPENACLNN_EXPORT_KERNEL(LeTensorKernel);
OPENACLNN_EXPORT_KERNEL(EqTensorKernel);
OPENACLNN_EXPORT_KERNEL(NeTensorKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
