#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/fmod_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/fmod-inl.h"
#include "ops/math/frac-inl.h"
#include "ops/math/signbit-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* FmodKernel() {
  return ElementwiseKernel<FmodOfFloats, FmodOfFloats, Fmod<true>, FmodOfIntegers>();
}
const Kernel* FmodByNumberKernel() {
  using Floats = WithFloatInDouble<Fmod<false>, ByNumber>;
  return ElementwiseKernel<Floats, Floats, WithFloat<double, Fmod<true>, ByNumber>,
                           FmodByInteger>();
}
const Kernel* FracKernel() { return ElementwiseKernel<Frac, Frac, void, NoFraction>(); }
const Kernel* SignbitKernel() {
  return ElementwiseKernel<SignBit, SignBit, SignBit, SignBitOfIntegers>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(FmodKernel);
OPENACLNN_EXPORT_KERNEL(FmodByNumberKernel);
OPENACLNN_EXPORT_KERNEL(FracKernel);
OPENACLNN_EXPORT_KERNEL(SignbitKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
