#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/geglu_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/activation/geglu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
template <class Gelu, class OfHalves, class Exact>
const Kernel* GeGluKernel() {
  return PairKernel<GeGlu<Gelu, Exact>, GeGluOfHalves<OfHalves, Exact>>();
}
template <class Gelu, class OfHalves, class Exact>
const Kernel* GeluMulKernel() {
  return ElementwiseKernel<GeluMulOfFloats<GeGlu<Gelu, Exact>>,
                           GeluMulOfHalves<GeGluOfHalves<OfHalves, Exact>>>();
}
const Kernel* GeGluErfKernel() { return GeGluKernel<GeluErf, GeluErfOfHalves, GeluErfExact>(); }
const Kernel* GeGluTanhKernel() { return GeGluKernel<GeluTanh, GeluTanhOfHalves, GeluTanhExact>(); }
const Kernel* GeluMulErfKernel() { return GeluMulKernel<GeluErf, GeluErfOfHalves, GeluErfExact>(); }
const Kernel* GeluMulTanhKernel() {
  return GeluMulKernel<GeluTanh, GeluTanhOfHalves, GeluTanhExact>();
}
const Kernel* GeGluBackwardErfKernel() {
  return PairKernel<GeGluBackward<GeluBackwardErf, GeluBackwardErfExact>,
                    GeGluBackwardOfHalves<GeluBackwardErfOfHalves, GeluBackwardErfExact>>();
}
const Kernel* GeGluBackwardTanhKernel() {
  return PairKernel<GeGluBackward<GeluBackwardTanh, GeluBackwardTanhExact>,
                    GeGluBackwardFromFloats<GeluBackwardTanh, GeluBackwardTanhExact>>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(GeGluErfKernel);
OPENACLNN_EXPORT_KERNEL(GeGluTanhKernel);
OPENACLNN_EXPORT_KERNEL(GeluMulErfKernel);
OPENACLNN_EXPORT_KERNEL(GeluMulTanhKernel);
OPENACLNN_EXPORT_KERNEL(GeGluBackwardErfKernel);
OPENACLNN_EXPORT_KERNEL(GeGluBackwardTanhKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
