#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/addr_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/addr-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* AddrKernel() {
  return ElementwiseKernel<AddrOfFloats, AddrOfHalves, Addr<double>, Addr<int64_t>>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(AddrKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
