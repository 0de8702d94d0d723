#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/pow_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/pow-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* PowTensorScalarKernel() {
  return ElementwiseKernel<PowOfFloats, PowOfHalves, PowOfDoubles, PowOfIntegers>();
}
const Kernel* PowScalarTensorKernel() {
  return ElementwiseKernel<FloatToPowers, FloatToPowers, DoubleToPowers, IntegerToPowers>();
}
const Kernel* PowTensorTensorKernel() {
  return ElementwiseKernel<PowOfTwoFloats, PowOfTwoFloats, PowOfTwoDoubles, PowOfTwoIntegers>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(PowTensorScalarKernel);
OPENACLNN_EXPORT_KERNEL(PowScalarTensorKernel);
OPENACLNN_EXPORT_KERNEL(PowTensorTensorKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
