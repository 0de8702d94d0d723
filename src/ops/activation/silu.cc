#include "aclnnop/aclnn_fast_gelu.h"
#include "aclnnop/aclnn_fast_gelu_backward.h"
#include "aclnnop/aclnn_silu.h"
#include "aclnnop/aclnn_silu_backward.h"
#include "aclnnop/aclnn_swish.h"
#include "aclnnop/aclnn_swish_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* SiluKernel();
const Kernel* SiluBackwardKernel();
const Kernel* SwishKernel();
const Kernel* SwishBackwardKernel();
const Kernel* FastGeluKernel();
const Kernel* FastGeluBackwardKernel();

constexpr OpSpec kSiluSpec = Resolved({
    .name = "aclnnSilu",
    .formula = "out = self * sigmoid(self)",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatDtypes), SameDtype("out", "self"),
              SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {SiluKernel}}),
});

constexpr OpSpec kSiluBackwardSpec = Resolved({
    .name = "aclnnSiluBackward",
    .formula = "gradInput = gradOutput * silu'(self)",
    .arguments = {Input("gradOutput"), Input("self"), Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), SameDtype("self", "gradOutput"),
              SameDtype("gradInput", "gradOutput"), MaxRank(8),
              SameShape("gradOutput", "gradInput"), SameShape("self", "gradInput")},
    .chips = kAllBut310P,
    .operands = {"gradOutput", "self"},
    .results = {"gradInput"},
    .work = Elementwise({.kernels = {SiluBackwardKernel}}),
});

constexpr OpSpec kSwishSpec = Resolved({
    .name = "aclnnSwish",
    .formula = "out = self * sigmoid(beta * self)",
    .arguments = {Input("self"), OptionalScalar("betaOptional", 1), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatDtypes), SameDtype("out", "self"),
              MaxRank(8), SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {SwishKernel}}),
});

constexpr OpSpec kSwishBackwardSpec = Resolved({
    .name = "aclnnSwishBackward",
    .formula = "gradInput = gradOutput * silu'(beta * self)",
    .arguments = {Input("gradOutput"), Input("self"), OptionalScalar("betaOptional", 1),
                  Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), DtypeIn("self", kFloatDtypes),
              SameDtype("gradOutput", "gradInput"), SameDtype("self", "gradInput"), MaxRank(8),
              SameShape("gradOutput", "gradInput"), SameShape("self", "gradInput")},
    .chips = kAllChips,
    .operands = {"gradOutput", "self"},
    .results = {"gradInput"},
    .work = Elementwise({.kernels = {SwishBackwardKernel}}),
});

constexpr OpSpec kFastGeluSpec = Resolved({
    .name = "aclnnFastGelu",
    .formula = "out = self * sigmoid(1.702 * self)",
    .arguments = {Input("self"), Output("out")},
    .rules = {SameDtype("out", "self"), DtypeIn("self", kFloatDtypes), SameShape("out", "self"),
              MaxRank(8)},
    .chips = kBfloat16Chips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {FastGeluKernel}}),
});

constexpr OpSpec kFastGeluBackwardSpec = Resolved({
    .name = "aclnnFastGeluBackward",
    .formula = "gradInput = gradOutput * silu'(1.702 * self)",
    .arguments = {Input("gradOutput"), Input("self"), Output("gradInput")},
    .rules = {SameDtype("self", "gradOutput"), SameDtype("gradInput", "gradOutput"),
              DtypeIn("gradOutput", kFloatDtypes), SameShape("self", "gradOutput"),
              SameShape("gradInput", "gradOutput"), MaxRank(8), SameFormat("self", "gradOutput"),
              SameFormat("gradInput", "gradOutput")},
    .chips = kBfloat16Chips,
    .operands = {"gradOutput", "self"},
    .results = {"gradInput"},
    .work = Elementwise({.kernels = {FastGeluBackwardKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Silu, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(SiluBackward, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(Swish, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(SwishBackward, const aclTensor*, const aclTensor*, const aclScalar*,
                      aclTensor*);
OPENACLNN_C_FUNCTIONS(FastGelu, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(FastGeluBackward, const aclTensor*, const aclTensor*, aclTensor*);
