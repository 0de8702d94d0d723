#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/finite_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/finite-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* IsFiniteKernel() {
  return ElementwiseKernel<IsFinite, void, IsFinite, OfIntegers<true>>();
}
const Kernel* IsInfKernel() { return ElementwiseKernel<IsInf, void, IsInf, OfIntegers<false>>(); }
const Kernel* IsPosInfKernel() {
  return ElementwiseKernel<IsPosInf, void, IsPosInf, OfIntegers<false>>();
}
const Kernel* IsNegInfKernel() {
  return ElementwiseKernel<IsNegInf, void, IsNegInf, OfIntegers<false>>();
}
const Kernel* IsCloseKernel() { return ElementwiseKernel<IsClose, IsClose, IsClose>(); }
const Kernel* NanToNumKernel() {
  return ElementwiseKernel<NanToNum, NanToNum, void, NumberAsItIs>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(IsFiniteKernel);
OPENACLNN_EXPORT_KERNEL(IsInfKernel);
OPENACLNN_EXPORT_KERNEL(IsPosInfKernel);
OPENACLNN_EXPORT_KERNEL(IsNegInfKernel);
OPENACLNN_EXPORT_KERNEL(IsCloseKernel);
OPENACLNN_EXPORT_KERNEL(NanToNumKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
