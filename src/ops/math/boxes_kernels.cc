#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/boxes_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/boxes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
// All are stages, in double.
template <class Formula>
const Kernel* BoxKernel() {
  return ElementwiseKernel<Formula, void, Formula>();
}
const Kernel* AreaOfBoxKernel() { return BoxKernel<AreaOfBox>(); }
const Kernel* CommonSideKernel() { return BoxKernel<CommonSide>(); }
const Kernel* ShareOfUnionKernel() { return BoxKernel<ShareOfUnion>(); }
const Kernel* ShareOfSecondKernel() { return BoxKernel<ShareOfSecond>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(AreaOfBoxKernel);
OPENACLNN_EXPORT_KERNEL(CommonSideKernel);
OPENACLNN_EXPORT_KERNEL(ShareOfUnionKernel);
OPENACLNN_EXPORT_KERNEL(ShareOfSecondKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
