#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/logical_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/logical-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
template <class Formula>
const Kernel* LogicalKernel() {
  return ElementwiseKernel<Formula, Formula, Formula, Formula, Formula, Formula>();
}
const Kernel* LogicalAndKernel() { return LogicalKernel<LogicalAnd>(); }
const Kernel* LogicalOrKernel() { return LogicalKernel<LogicalOr>(); }
const Kernel* LogicalXorKernel() { return LogicalKernel<LogicalXor>(); }
const Kernel* LogicalNotKernel() { return LogicalKernel<LogicalNot>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(LogicalAndKernel);
OPENACLNN_EXPORT_KERNEL(LogicalOrKernel);
OPENACLNN_EXPORT_KERNEL(LogicalXorKernel);
OPENACLNN_EXPORT_KERNEL(LogicalNotKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
