#include "aclnnop/aclnn_logit.h"
#include "aclnnop/aclnn_logit_grad.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* LogitKernel();
const Kernel* LogitGradKernel();

constexpr OpSpec kLogitSpec = Resolved({
    .name = "aclnnLogit",
    .formula = "out = log(z / (1 - z)), z = input clamped to [eps, 1 - eps]",
    .arguments = {Input("input"), DoubleInput("eps"), Output("out")},
    .rules = {DtypeIn("input", kFloatDtypes), SameDtype("out", "input"), MaxRank(8),
              SameShape("out", "input")},
    .chips = kBfloat16Chips,
    .operands = {"input"},
    .results = {"out"},
    .work = Elementwise({.kernels = {LogitKernel}}),
});

constexpr OpSpec kLogitGradSpec = Resolved({
    .name = "aclnnLogitGrad",
    .formula = "out = dy / (x * (1 - x)) where x is in [eps, 1 - eps]",
    .arguments = {Input("x"), Input("dy"), DoubleInput("eps"), Output("out")},
    .rules = {DtypeIn("x", kFloatDtypes), SameDtype("dy", "x"), SameDtype("out", "x"), MaxRank(8),
              SameShape("dy", "x"), SameShape("out", "x")},
    .chips = kBfloat16Chips,
    .operands = {"dy", "x"},
    .results = {"out"},
    .work = Elementwise({.kernels = {LogitGradKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Logit, const aclTensor*, double, const aclTensor*);
OPENACLNN_C_FUNCTIONS(LogitGrad, const aclTensor*, const aclTensor*, double, const aclTensor*);
