#include "aclnnop/aclnn_softmax.h"

#include "aclnnop/aclnn_logsoftmax.h"
#include "aclnnop/aclnn_logsoftmax_backward.h"
#include "aclnnop/aclnn_softmax_backward.h"
#include "aclnnop/aclnn_softmax_cross_entropy_with_logits.h"
#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* SoftmaxKernel();
const Kernel* LogSoftmaxKernel();
const Kernel* CrossEntropyKernel();
const Kernel* SoftmaxBackwardKernel();
const Kernel* LogSoftmaxBackwardKernel();

constexpr OpSpec kSoftmaxSpec = Resolved({
    .name = "aclnnSoftmax",
    .formula = "out = exp(self) / sum of exp(self) along dim",
    .arguments = {Input("self"), IntInput("dim"), Output("out")},
    .rules = {SucceedIfEmpty("self"), DtypeIn("self", kFloatAndDoubleDtypes),
              DtypeIn("out", kFloatAndDoubleDtypes), DimOf("dim", "self"), MaxRank(8),
              SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .axis = "dim",
    .work = Rows({.kernels = {SoftmaxKernel}}),
});

constexpr OpSpec kLogSoftmaxSpec = Resolved({
    .name = "aclnnLogSoftmax",
    .formula = "out = self - log(sum of exp(self) along dim)",
    .arguments = {Input("self"), IntInput("dim"), Output("out")},
    .rules = {DimOf("dim", "self"), DtypeIn("self", kFloatAndDoubleDtypes),
              DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8), SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .axis = "dim",
    .work = Rows({.kernels = {LogSoftmaxKernel}}),
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
    .chips = kAllChips,
    .operands = {"features", "labels"},
    .results = {"backprop"},
    .work = Rows({.kernels = {CrossEntropyKernel}, .row_result = "loss"}),
});

constexpr OpSpec kSoftmaxBackwardSpec = Resolved({
    .name = "aclnnSoftmaxBackward",
    .formula = "out = output * (gradOutput - sum of gradOutput * output along dim)",
    .arguments = {Input("gradOutput"), Input("output"), IntInput("dim"), Output("out")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("output", "gradOutput"),
              DimOf("dim", "gradOutput"), MaxRank(8), SameShape("output", "gradOutput"),
              SameShape("out", "gradOutput"), DtypeIn("out", kFloatAndComplexDtypes)},
    .chips = kAllChips,
    .operands = {"gradOutput", "output"},
    .results = {"out"},
    .axis = "dim",
    .work = Rows({.kernels = {SoftmaxBackwardKernel}}),
});

constexpr OpSpec kLogSoftmaxBackwardSpec = Resolved({
    .name = "aclnnLogSoftmaxBackward",
    .formula = "out = gradOutput - exp(output) * sum of gradOutput along dim",
    .arguments = {Input("gradOutput"), Input("output"), IntInput("dim"), Output("out")},
    .rules = {DtypeIn("output", kFloatDtypes), SameDtype("gradOutput", "output"), MaxRank(8),
              SameShape("output", "gradOutput"), SameShape("out", "gradOutput"),
              DimOf("dim", "gradOutput"), DtypeIn("out", kFloatAndComplexDtypes)},
    .chips = kAllChips,
    .operands = {"gradOutput", "output"},
    .results = {"out"},
    .axis = "dim",
    .work = Rows({.kernels = {LogSoftmaxBackwardKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Softmax, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(LogSoftmax, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(SoftmaxCrossEntropyWithLogits, const aclTensor*, aclTensor*, aclTensor*,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(SoftmaxBackward, const aclTensor*, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(LogSoftmaxBackward, const aclTensor*, const aclTensor*, int64_t, aclTensor*);
