#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/add_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/add-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* AddKernel() {
  return ElementwiseKernel<Add<float>, AddOfHalves, Add<double>, Add<int64_t>, AddOfHalves,
                           Add<int32_t>>();
}
const Kernel* AddsKernel() {
  return ElementwiseKernel<Adds<float>, UnlessShort<Adds<float>, OfBfloat16>, Adds<double>,
                           Adds<int64_t>, UnlessShort<Adds<float>, OfFloat16>, Adds<int32_t>>();
}
const Kernel* RsubsKernel() {
  return ElementwiseKernel<Rsubs<float>, UnlessShort<Rsubs<float>, OfBfloat16>, Rsubs<double>,
                           Rsubs<int64_t>, UnlessShort<Rsubs<float>, OfFloat16>, Rsubs<int32_t>>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(AddKernel);
OPENACLNN_EXPORT_KERNEL(AddsKernel);
OPENACLNN_EXPORT_KERNEL(RsubsKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
