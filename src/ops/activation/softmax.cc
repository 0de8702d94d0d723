#include "aclnnop/aclnn_softmax.h"

#include "aclnnop/aclnn_logsoftmax.h"
#include "aclnnop/aclnn_logsoftmax_backward.h"
#include "aclnnop/aclnn_softmax_backward.h"
#include "aclnnop/aclnn_softmax_cross_entropy_with_logits.h"
#include "ops/activation/family.h"
#include "ops/c_functions.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/softmax.cc"
#include "ops/row_loops-inl.h"

#include "cpu/row_terms-inl.h"
#include "ops/activation/softmax-inl.h"
#include "ops/activation/softmax_gradients-inl.h"
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
const Kernel* SoftmaxBackwardKernel() { return RowKernel<SoftmaxBackwardInFloat>(); }
const Kernel* LogSoftmaxBackwardKernel() { return RowKernel<LogSoftmaxBackwardInFloat>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(SoftmaxKernel);
HWY_EXPORT(LogSoftmaxKernel);
HWY_EXPORT(CrossEntropyKernel);
HWY_EXPORT(SoftmaxBackwardKernel);
HWY_EXPORT(LogSoftmaxBackwardKernel);

constexpr OpSpec kSoftmaxSpec = Resolved({
    .name = "aclnnSoftmax",
    .formula = "out = exp(self) / sum of exp(self) along dim",
    .arguments = {Input("self"), IntInput("dim"), Output("out")},
    .rules = {SucceedIfEmpty("self"), DtypeIn("self", kFloatAndDoubleDtypes),
              DtypeIn("out", kFloatAndDoubleDtypes), DimOf("dim", "self"), MaxRank(8),
              SameShape("out", "self")},
    .products = kAllProducts,
    .operands = {"self"},
    .results = {"out"},
    .computation = Computation::kRows,
    .axis = "dim",
    .kernels = {OPENACLNN_KERNEL(SoftmaxKernel)},
});

constexpr OpSpec kLogSoftmaxSpec = Resolved({
    .name = "aclnnLogSoftmax",
    .formula = "out = self - log(sum of exp(self) along dim)",
    .arguments = {Input("self"), IntInput("dim"), Output("out")},
    .rules = {DimOf("dim", "self"), DtypeIn("self", kFloatAndDoubleDtypes),
              DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8), SameShape("out", "self")},
    .products = kAllProducts,
    .operands = {"self"},
    .results = {"out"},
    .computation = Computation::kRows,
    .axis = "dim",
    .kernels = {OPENACLNN_KERNEL(LogSoftmaxKernel)},
});

constexpr OpSpec kSoftmaxCrossEntropyWithLogitsSpec = Resolved({
    .name = "aclnnSoftmaxCrossEntropyWithLogits",
    .formula = "loss = -sum of labels * log_softmax(features); backprop = softmax(features) - "
               "labels",
    .arguments = {Input("features"), Input("labels"), Output("loss"), Output("backprop")},
    .rules = {DtypeIn("features", kFloatDtypes), DtypeIn("labels", kFloatDtypes),
              DtypeIn("loss", kFloatDtypes), DtypeIn("backprop", kFloatDtypes),
              SameDtype("loss", "features"), SameDtype("backprop", "features"),
              RankIs("features", 2), RankIs("labels", 2), SameDtype("labels", "features"),
              SameShape("labels", "features"), ShapeOfRows("loss", "features"),
              SameShape("backprop", "features")},
    .products = kAllProducts,
    .operands = {"features", "labels"},
    .results = {"backprop"},
    .computation = Computation::kRows,
    .row_result = "loss",
    .kernels = {OPENACLNN_KERNEL(CrossEntropyKernel)},
});

// What the gradients may be, of floats.
constexpr DtypeSet kCastDtypes = kFloatAndDoubleDtypes | kComplexDtypes;

constexpr OpSpec kSoftmaxBackwardSpec = Resolved({
    .name = "aclnnSoftmaxBackward",
    .formula = "out = output * (gradOutput - sum of gradOutput * output along dim)",
    .arguments = {Input("gradOutput"), Input("output"), IntInput("dim"), Output("out")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("output", "gradOutput"),
              DimOf("dim", "gradOutput"), MaxRank(8), SameShape("output", "gradOutput"),
              SameShape("out", "gradOutput"), DtypeIn("out", kCastDtypes)},
    .products = kAllProducts,
    .operands = {"gradOutput", "output"},
    .results = {"out"},
    .computation = Computation::kRows,
    .axis = "dim",
    .kernels = {OPENACLNN_KERNEL(SoftmaxBackwardKernel)},
});

constexpr OpSpec kLogSoftmaxBackwardSpec = Resolved({
    .name = "aclnnLogSoftmaxBackward",
    .formula = "out = gradOutput - exp(output) * sum of gradOutput along dim",
    .arguments = {Input("gradOutput"), Input("output"), IntInput("dim"), Output("out")},
    .rules = {DtypeIn("output", kFloatDtypes), SameDtype("gradOutput", "output"), MaxRank(8),
              SameShape("output", "gradOutput"), SameShape("out", "gradOutput"),
              DimOf("dim", "gradOutput"), DtypeIn("out", kCastDtypes)},
    .products = kAllProducts,
    .operands = {"gradOutput", "output"},
    .results = {"out"},
    .computation = Computation::kRows,
    .axis = "dim",
    .kernels = {OPENACLNN_KERNEL(LogSoftmaxBackwardKernel)},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Softmax, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(LogSoftmax, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(SoftmaxCrossEntropyWithLogits, const aclTensor*, aclTensor*, aclTensor*,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(SoftmaxBackward, const aclTensor*, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(LogSoftmaxBackward, const aclTensor*, const aclTensor*, int64_t, aclTensor*);

#endif  // HWY_ONCE
