#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/maximum_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/maximum-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* MaximumKernel() {
  return ElementwiseKernel<Maximum, MaximumOfHalves<Bfloat16Bits>, Maximum, MaximumOfIntegers,
                           MaximumOfHalves<Float16Bits>>();
}
const Kernel* MinimumKernel() {
  return ElementwiseKernel<Minimum, MinimumOfHalves<Bfloat16Bits>, Minimum, MinimumOfIntegers,
                           MinimumOfHalves<Float16Bits>>();
}
const Kernel* BetweenKernel() {
  using OfFloats = Between<Maximum, Minimum>;
  return ElementwiseKernel<OfFloats, BetweenHalves<Bfloat16Bits>, OfFloats,
                           Between<MaximumOfIntegers, MinimumOfIntegers>,
                           BetweenHalves<Float16Bits>>();
}

template <class OfFloats, class OfIntegers>
const Kernel* NumberKernel() {
  using InFloat = WithNumber<float, OfFloats>;
  return ElementwiseKernel<InFloat, InFloat, void, WithNumber<int64_t, OfIntegers>>();
}
const Kernel* MaximumOfNumberKernel() { return NumberKernel<Maximum, MaximumOfIntegers>(); }
const Kernel* MinimumOfNumberKernel() { return NumberKernel<Minimum, MinimumOfIntegers>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(MaximumKernel);
OPENACLNN_EXPORT_KERNEL(MinimumKernel);
OPENACLNN_EXPORT_KERNEL(BetweenKernel);
OPENACLNN_EXPORT_KERNEL(MaximumOfNumberKernel);
OPENACLNN_EXPORT_KERNEL(MinimumOfNumberKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
