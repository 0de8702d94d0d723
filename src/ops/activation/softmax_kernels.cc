#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/softmax_kernels.cc"
#include "ops/row_loops-inl.h"

#include "kinds/rows/row_terms-inl.h"
#include "ops/activation/softmax-inl.h"
#include "ops/activation/softmax_in_float-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
using softmax_internal::ForDouble;
using softmax_internal::ForHalves;
using softmax_internal::ForLabels;

const Kernel* SoftmaxKernel() {
  return RowKernel<SoftmaxInFloat, RowsOfTerms<SoftmaxRows<ForDouble>>>();
}
const Kernel* LogSoftmaxKernel() {
  return RowKernel<LogSoftmaxInFloat, RowsOfTerms<LogSoftmaxRows<ForDouble>>>();
}
const Kernel* CrossEntropyKernel() {
  return RowKernel<RowsOfTerms<CrossEntropyRows<ForLabels>>, void,
                   RowsOfTerms<CrossEntropyRows<ForHalves>>>();
}
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
OPENACLNN_EXPORT_KERNEL(SoftmaxKernel);
OPENACLNN_EXPORT_KERNEL(LogSoftmaxKernel);
OPENACLNN_EXPORT_KERNEL(CrossEntropyKernel);
}  // namespace openaclnn
#endif  // HWY_ONCE
