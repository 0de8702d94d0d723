#include "aclnnop/aclnn_logsigmoid.h"
#include "aclnnop/aclnn_logsigmoid_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* LogSigmoidKernel();
const Kernel* LogSigmoidBackwardKernel();

constexpr OpSpec kLogSigmoidSpec = Resolved({
    .name = "aclnnLogSigmoid",
    .formula = "out = -log(1 + exp(-self))",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatDtypes), SameDtype("out", "self"),
              SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {LogSigmoidKernel}}),
});

constexpr OpSpec kLogSigmoidForwardSpec = Resolved({
    .name = "aclnnLogSigmoidForward",
    .formula = "out = -log(1 + exp(-self))",
    .arguments = {Input("self"), Output("out"), Ignored("buffer")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatDtypes), SameDtype("out", "self"),
              SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {LogSigmoidKernel}}),
});

constexpr OpSpec kLogSigmoidBackwardSpec = Resolved({
    .name = "aclnnLogSigmoidBackward",
    .formula = "gradInput = gradOutput / (1 + exp(self))",
    .arguments = {Input("gradOutput"), Input("self"), Unread("buffer"), Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), DtypeIn("self", kFloatDtypes),
              SameDtype("gradOutput", "gradInput"), SameDtype("self", "gradInput"),
              SameShape("gradOutput", "gradInput"), SameShape("self", "gradInput")},
    .chips = kAllChips,
    .operands = {"gradOutput", "self"},
    .results = {"gradInput"},
    .work = Elementwise({.kernels = {LogSigmoidBackwardKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(LogSigmoid, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(LogSigmoidForward, const aclTensor*, aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(LogSigmoidBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      aclTensor*);
