#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/lists/round_off_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/lists/round_off-inl.h"
#include "ops/lists/sgd-inl.h"
#include "ops/math/pow-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Integers to powers that may be negative.
struct IntegerToAnyPower {
  int64_t exponent;

  template <class F>
  OPENACLNN_INLINE F operator()(F x) const {
    return ForEachLane(x, F(exponent), IntegerPower);
  }
};

const Kernel* RoundOffKernel() {
  return ElementwiseKernel<RoundOff, RoundOff, void, RoundOffOfIntegers>();
}
const Kernel* PowOfAnyNumberKernel() {
  return ElementwiseKernel<PowOfFloats, PowOfHalves, void, IntegerToAnyPower>();
}

// Stages, in double.
template <class Formula>
const Kernel* SgdKernel() {
  return ElementwiseKernel<Formula, void, Formula>();
}
const Kernel* SgdDirectionKernel() { return SgdKernel<SgdDirection>(); }
const Kernel* SgdBufferKernel() { return SgdKernel<SgdBuffer>(); }
const Kernel* SgdStepKernel() { return SgdKernel<SgdStep>(); }
const Kernel* SgdStepByBufferKernel() { return SgdKernel<SgdStepByBuffer>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(RoundOffKernel);
OPENACLNN_EXPORT_KERNEL(PowOfAnyNumberKernel);
OPENACLNN_EXPORT_KERNEL(SgdDirectionKernel);
OPENACLNN_EXPORT_KERNEL(SgdBufferKernel);
OPENACLNN_EXPORT_KERNEL(SgdStepKernel);
OPENACLNN_EXPORT_KERNEL(SgdStepByBufferKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
