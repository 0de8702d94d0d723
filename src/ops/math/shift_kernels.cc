#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/shift_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/gcd-inl.h"
#include "ops/math/shift-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* GcdKernel() { return ElementwiseKernel<GcdOfFloats, void, void, GcdOfIntegers>(); }
const Kernel* LeftShiftKernel() {
  return ElementwiseKernel<ShiftOfFloats, void, void, ShiftOfIntegers<ShiftToLeft>>();
}
const Kernel* LeftShiftsKernel() {
  return ElementwiseKernel<ShiftOfFloatsByNumber, void, void, ShiftByNumber<ShiftToLeft>>();
}
const Kernel* RightShiftKernel() {
  return ElementwiseKernel<ShiftOfFloats, void, void, ShiftOfIntegers<ShiftToRight>>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(GcdKernel);
OPENACLNN_EXPORT_KERNEL(LeftShiftKernel);
OPENACLNN_EXPORT_KERNEL(LeftShiftsKernel);
OPENACLNN_EXPORT_KERNEL(RightShiftKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
