#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/floor_div_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/floor_div-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

const Kernel* FloorDivKernel() {
  return ElementwiseKernel<FloorDivOfFloats, FloorDiv, FloorDiv, FloorDivOfIntegers>();
}
const Kernel* TruncDivKernel() {
  return ElementwiseKernel<TruncDiv, TruncDiv, TruncDiv, TruncDivOfIntegers>();
}
const Kernel* FloorDivsKernel() {
  return ElementwiseKernel<WithFloatInDouble<FloorDiv, ByNumber>,
                           WithFloatInDouble<FloorDiv, ByNumber>,
                           WithFloat<double, FloorDiv, ByNumber>, FloorDivsOfIntegers>();
}
const Kernel* TruncDivsKernel() {
  using Floats = WithFloat<float, TruncDiv, ByNumber>;
  return ElementwiseKernel<Floats, Floats, WithFloat<double, TruncDiv, ByNumber>, DivsOfIntegers>();
}
const Kernel* RemainderKernel() {
  return ElementwiseKernel<RemainderOfFloats, RemainderOfFloats, Remainder<true>,
                           RemainderOfIntegers>();
}
const Kernel* RemainderByNumberKernel() {
  using Floats = WithFloatInDouble<Remainder<false>, ByNumber>;
  return ElementwiseKernel<Floats, Floats, WithFloat<double, Remainder<true>, ByNumber>,
                           RemainderByInteger>();
}
const Kernel* RemainderOfNumberKernel() {
  using Floats = WithFloatInDouble<Remainder<false>, OfNumber>;
  return ElementwiseKernel<Floats, Floats, WithFloat<double, Remainder<true>, OfNumber>,
                           RemainderOfInteger>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(FloorDivKernel);
OPENACLNN_EXPORT_KERNEL(TruncDivKernel);
OPENACLNN_EXPORT_KERNEL(FloorDivsKernel);
OPENACLNN_EXPORT_KERNEL(TruncDivsKernel);
OPENACLNN_EXPORT_KERNEL(RemainderKernel);
OPENACLNN_EXPORT_KERNEL(RemainderByNumberKernel);
OPENACLNN_EXPORT_KERNEL(RemainderOfNumberKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
