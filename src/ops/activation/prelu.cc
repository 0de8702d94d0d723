#include "aclnnop/aclnn_prelu.h"
#include "aclnnop/aclnn_prelu_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* PreluKernel();
const Kernel* PreluBackwardKernel();

constexpr OpSpec kPreluSpec = Resolved({
    .name = "aclnnPrelu",
    .formula = "out = self > 0 ? self : weight * self",
    .arguments = {Input("self"), Input("weight"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("weight", kFloatDtypes),
              DtypeIn("out", kFloatDtypes), MaxRank(8), SameShape("out", "self"),
              ChannelWeight("weight", "self")},
    .chips = kAllChips,
    .operands = {"self", "weight"},
    .results = {"out"},
    .work = Channels({.operand = "weight", .kernels = {PreluKernel}, .wide_mixtures = true}),
});

constexpr OpSpec kPreluBackwardSpec = Resolved({
    .name = "aclnnPreluBackward",
    .formula = "gradInput = self > 0 ? gradOutput : weight * gradOutput; gradWeight = sum of (self "
               "> 0 ? 0 : self * gradOutput)",
    .arguments = {Input("gradOutput"), Input("self"), Input("weight"), Output("gradInput"),
                  Output("gradWeight")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("gradOutput", "self"),
              SameDtype("weight", "self"), SameDtype("gradInput", "self"),
              SameDtype("gradWeight", "self"), MaxRank(8), SameShape("gradInput", "self"),
              ChannelWeight("weight", "self", "gradWeight"), BroadcastsTo("gradOutput", "self")},
    .chips = kAllBut310P,
    .operands = {"gradOutput", "self", "weight"},
    .results = {"gradInput"},
    .work = Channels({.operand = "weight", .sums = "gradWeight", .kernels = {PreluBackwardKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Prelu, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(PreluBackward, const aclTensor*, const aclTensor*, const aclTensor*,
                      aclTensor*, aclTensor*);
