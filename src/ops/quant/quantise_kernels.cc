#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/quant/quantise_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/quant/quantise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
// All are stages, in double.
template <class Formula>
const Kernel* StageKernel() {
  return ElementwiseKernel<Formula, void, Formula>();
}
const Kernel* QuantiseToNearestKernel() { return StageKernel<Quantise<ToNearest>>(); }
const Kernel* QuantiseToFloorKernel() { return StageKernel<Quantise<ToFloor>>(); }
const Kernel* QuantiseToCeilKernel() { return StageKernel<Quantise<ToCeil>>(); }
const Kernel* QuantiseToZeroKernel() { return StageKernel<Quantise<ToZero>>(); }
const Kernel* QuantiseRowKernel() { return StageKernel<QuantiseRow>(); }
const Kernel* DequantiseKernel() { return StageKernel<Dequantise>(); }
const Kernel* PackPairKernel() { return StageKernel<PackPair>(); }
const Kernel* LowHalfKernel() { return StageKernel<LowHalf>(); }
const Kernel* MakeWordKernel() { return StageKernel<MakeWord>(); }
const Kernel* HighHalfKernel() { return StageKernel<HighHalf>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(QuantiseToNearestKernel);
OPENACLNN_EXPORT_KERNEL(QuantiseToFloorKernel);
OPENACLNN_EXPORT_KERNEL(QuantiseToCeilKernel);
OPENACLNN_EXPORT_KERNEL(QuantiseToZeroKernel);
OPENACLNN_EXPORT_KERNEL(QuantiseRowKernel);
OPENACLNN_EXPORT_KERNEL(DequantiseKernel);
OPENACLNN_EXPORT_KERNEL(PackPairKernel);
OPENACLNN_EXPORT_KERNEL(LowHalfKernel);
OPENACLNN_EXPORT_KERNEL(MakeWordKernel);
OPENACLNN_EXPORT_KERNEL(HighHalfKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
