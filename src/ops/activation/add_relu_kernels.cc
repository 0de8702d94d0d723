#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/add_relu_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/add_relu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* AddReluKernel() {
  return ElementwiseKernel<AddRelu, AddRelu, void, AddReluOfIntegers>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(AddReluKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
