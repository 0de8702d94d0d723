#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/masked_fill_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/masked_fill-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* MaskedFillKernel() {
  return ElementwiseKernel<MaskedFill<float>, void, void, MaskedFill<int64_t>>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(MaskedFillKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
