#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/log1p_kernels.cc"
#include "ops/loops-inl.h"

#include "ops/math/asinh-inl.h"
#include "ops/math/log1p-inl.h"
#include "ops/math/log2-inl.h"
#include "ops/math/xlogy-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* Log1pKernel() {
  return ElementwiseKernel<NaturalLog1p, NaturalLog1p, NaturalLog1p>();
}
const Kernel* Log2Kernel() { return ElementwiseKernel<Log2, Log2, Log2>(); }
const Kernel* Log10Kernel() { return ElementwiseKernel<Log10, Log10, Log10>(); }
const Kernel* AsinhKernel() { return ElementwiseKernel<Asinh, Asinh, Asinh>(); }
const Kernel* AcoshKernel() { return ElementwiseKernel<Acosh, Acosh, Acosh>(); }
const Kernel* AtanhKernel() { return ElementwiseKernel<Atanh, Atanh, Atanh>(); }
const Kernel* XLogYKernel() { return ElementwiseKernel<XLogY, XLogY, XLogY>(); }
const Kernel* XLogYOfNumberKernel() {
  return ElementwiseKernel<XLogYOfNumber<float>, XLogYOfNumber<float>, XLogYOfNumber<double>>();
}
const Kernel* XLogYByNumberKernel() {
  return ElementwiseKernel<XLogYByNumber<float>, XLogYByNumber<float>, XLogYByNumber<double>>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(Log1pKernel);
OPENACLNN_EXPORT_KERNEL(Log2Kernel);
OPENACLNN_EXPORT_KERNEL(Log10Kernel);
OPENACLNN_EXPORT_KERNEL(AsinhKernel);
OPENACLNN_EXPORT_KERNEL(AcoshKernel);
OPENACLNN_EXPORT_KERNEL(AtanhKernel);
OPENACLNN_EXPORT_KERNEL(XLogYKernel);
OPENACLNN_EXPORT_KERNEL(XLogYOfNumberKernel);
OPENACLNN_EXPORT_KERNEL(XLogYByNumberKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
