#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/addcmul_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/addcdiv-inl.h"
#include "ops/math/addcmul-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* AddcmulKernel() {
  return ElementwiseKernel<AddcmulOfFloats, AddcmulOfBfloat16, Addcmul<double>, Addcmul<int64_t>,
                           AddcmulOfFloat16>();
}
const Kernel* AddcdivKernel() {
  return ElementwiseKernel<AddcdivOfFloats, AddcdivOfBfloat16, AddcdivOfDoubles, AddcdivOfIntegers,
                           AddcdivOfFloat16>();
}
const Kernel* AddcmulOfNumbersKernel() {
  return ElementwiseKernel<AddcmulOfNumbers, AddcmulOfNumbers, void, AddcmulOfWholeNumbers>();
}
const Kernel* AddcdivOfNumbersKernel() { return ElementwiseKernel<AddcdivOfNumbers>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(AddcmulKernel);
OPENACLNN_EXPORT_KERNEL(AddcdivKernel);
OPENACLNN_EXPORT_KERNEL(AddcdivOfNumbersKernel);
OPENACLNN_EXPORT_KERNEL(AddcmulOfNumbersKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
