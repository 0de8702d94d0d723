#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/attention/rotary_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/attention/rotary-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* SumOfProductsKernel() {
  return ElementwiseKernel<SumOfProducts, SumOfProducts, SumOfProducts>();
}
const Kernel* DifferenceOfProductsKernel() {
  return ElementwiseKernel<DifferenceOfProducts, DifferenceOfProducts, DifferenceOfProducts>();
}
const Kernel* SignedProductKernel() {
  return ElementwiseKernel<SignedProduct, void, SignedProduct>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(SumOfProductsKernel);
OPENACLNN_EXPORT_KERNEL(DifferenceOfProductsKernel);
OPENACLNN_EXPORT_KERNEL(SignedProductKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
