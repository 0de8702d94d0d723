#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/gelu_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/gelu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* GeluErfKernel() {
  return ElementwiseKernel<GeluErf, GeluErfOfBfloat16, void, void, GeluErfOfHalves>();
}
const Kernel* GeluTanhKernel() {
  return ElementwiseKernel<GeluTanh, GeluTanhOfBfloat16, void, void, GeluTanhOfHalves>();
}
const Kernel* GeluBackwardErfKernel() {
  return ElementwiseKernel<GeluBackwardErf, GeluBackwardErfOfHalves, GeluBackwardErfExact>();
}
const Kernel* GeluBackwardTanhKernel() {
  return ElementwiseKernel<GeluBackwardTanh, GeluBackwardTanhOfHalves, GeluBackwardTanhExact>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(GeluErfKernel);
OPENACLNN_EXPORT_KERNEL(GeluTanhKernel);
OPENACLNN_EXPORT_KERNEL(GeluBackwardErfKernel);
OPENACLNN_EXPORT_KERNEL(GeluBackwardTanhKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
