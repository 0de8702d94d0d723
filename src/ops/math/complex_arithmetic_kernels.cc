#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/complex_arithmetic_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/complex_arithmetic-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* AddOfComplexKernel() { return ComplexKernel<AddOfComplex>(); }
const Kernel* AddsOfComplexKernel() { return ComplexKernel<AddsOfComplex>(); }
const Kernel* RsubsOfComplexKernel() { return ComplexKernel<RsubsOfComplex>(); }
const Kernel* MulOfComplexKernel() { return ComplexKernel<MulOfComplex>(); }
const Kernel* MulsOfComplexKernel() { return ComplexKernel<MulsOfComplex>(); }
const Kernel* NegOfComplexKernel() { return ComplexKernel<NegOfComplex>(); }
const Kernel* AbsOfComplexKernel() {
  return ElementwiseKernel<SizeOfComplex, void, SizeOfComplex>();  // of the parts, in double
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(AddOfComplexKernel);
OPENACLNN_EXPORT_KERNEL(AddsOfComplexKernel);
OPENACLNN_EXPORT_KERNEL(RsubsOfComplexKernel);
OPENACLNN_EXPORT_KERNEL(MulOfComplexKernel);
OPENACLNN_EXPORT_KERNEL(MulsOfComplexKernel);
OPENACLNN_EXPORT_KERNEL(NegOfComplexKernel);
OPENACLNN_EXPORT_KERNEL(AbsOfComplexKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
