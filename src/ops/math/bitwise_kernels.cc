#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/bitwise_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/bitwise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* BitwiseAndKernel() { return BitwiseKernel<BitsOfBoth, LogicalAnd>(); }
const Kernel* BitwiseOrKernel() { return BitwiseKernel<BitsOfEither, LogicalOr>(); }
const Kernel* BitwiseXorKernel() { return BitwiseKernel<BitsOfOne, LogicalXor>(); }
const Kernel* BitwiseNotKernel() { return BitwiseKernel<OtherBits, LogicalNot>(); }
const Kernel* BitwiseAndScalarKernel() { return BitwiseWithNumberKernel<BitsOfBoth, LogicalAnd>(); }
const Kernel* BitwiseOrScalarKernel() { return BitwiseWithNumberKernel<BitsOfEither, LogicalOr>(); }
const Kernel* BitwiseXorScalarKernel() { return BitwiseWithNumberKernel<BitsOfOne, LogicalXor>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(BitwiseAndKernel);
OPENACLNN_EXPORT_KERNEL(BitwiseOrKernel);
OPENACLNN_EXPORT_KERNEL(BitwiseXorKernel);
OPENACLNN_EXPORT_KERNEL(BitwiseNotKernel);
OPENACLNN_EXPORT_KERNEL(BitwiseAndScalarKernel);
OPENACLNN_EXPORT_KERNEL(BitwiseOrScalarKernel);
OPENACLNN_EXPORT_KERNEL(BitwiseXorScalarKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
