#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/rounding_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/rounding-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* FloorKernel() { return ElementwiseKernel<Floor, Floor, Floor, WholeNumber>(); }
const Kernel* CeilKernel() { return ElementwiseKernel<Ceil, Ceil, Ceil>(); }
const Kernel* TruncKernel() { return ElementwiseKernel<Trunc, Trunc, void, WholeNumber>(); }
const Kernel* RoundKernel() { return ElementwiseKernel<Round, Round, Round, WholeNumber>(); }
const Kernel* RoundDecimalsKernel() {
  return ElementwiseKernel<RoundDecimals, RoundDecimals, RoundDecimals, WholeNumber>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(FloorKernel);
OPENACLNN_EXPORT_KERNEL(CeilKernel);
OPENACLNN_EXPORT_KERNEL(TruncKernel);
OPENACLNN_EXPORT_KERNEL(RoundKernel);
OPENACLNN_EXPORT_KERNEL(RoundDecimalsKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
