#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/mul_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/mul-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* MulKernel() { return ElementwiseKernel<Mul, Mul, Mul, Mul, Mul, Mul>(); }
const Kernel* MulsKernel() {
  return ElementwiseKernel<Muls<float>, UnlessShort<Muls<float>, OfBfloat16>, Muls<double>,
                           Muls<int64_t>, UnlessShort<Muls<float>, OfFloat16>, Muls<int32_t>>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(MulKernel);
OPENACLNN_EXPORT_KERNEL(MulsKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
