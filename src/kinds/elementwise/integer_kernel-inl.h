// The kernel of formulas over integers alone, for loops of CPUs and as device code. Include after
// ops/loops-inl.h.

#if defined(OPENACLNN_KINDS_ELEMENTWISE_INTEGER_KERNEL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_KINDS_ELEMENTWISE_INTEGER_KERNEL_INL_H_
#undef OPENACLNN_KINDS_ELEMENTWISE_INTEGER_KERNEL_INL_H_
#else
#define OPENACLNN_KINDS_ELEMENTWISE_INTEGER_KERNEL_INL_H_
#endif

#include <cstdint>

#include "formulas/target.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Bytes have the formula of 32 bits, whose low bits are theirs.
template <class InInt64, class InInt32>
const Kernel* IntegerKernel() {
#ifdef OPENACLNN_ONE_LANE
  OfferKernels<int64_t, InInt64>();
  OfferKernels<int32_t, InInt32>();
  return nullptr;
#else
  static constexpr ElementLoops kKernel = [] {
    ElementLoops kernel{};
    SetElementwiseLoop<int64_t, InInt64>(kernel);
    SetElementwiseLoop<int32_t, InInt32>(kernel);
    SetElementwiseLoop<int8_t, InInt32>(kernel);
    kernel.cost = InInt64::kCost;
    return kernel;
  }();
  return &kKernel;
#endif
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // include guard
