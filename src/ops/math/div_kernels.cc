#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/div_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/div-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* DivKernel() { return ElementwiseKernel<Div, Div, Div, DivOfIntegers>(); }
const Kernel* DivsKernel() {
  return ElementwiseKernel<Divs<float>, UnlessShort<Divs<float>, OfBfloat16>, Divs<double>,
                           DivsOfIntegers, UnlessShort<Divs<float>, OfFloat16>>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(DivKernel);
OPENACLNN_EXPORT_KERNEL(DivsKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
