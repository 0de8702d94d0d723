#include "aclnnop/aclnn_mish.h"
#include "aclnnop/aclnn_mish_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* MishKernel();
const Kernel* MishBackwardKernel();

constexpr OpSpec kMishSpec = Resolved({
    .name = "aclnnMish",
    .formula = "out = self * tanh(log(1 + exp(self)))",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatDtypes), SameDtype("out", "self"),
              MaxRank(8), SameShape("out", "self")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {MishKernel}}),
});

constexpr OpSpec kInplaceMishSpec = InPlace(kMishSpec, "aclnnInplaceMish");

constexpr OpSpec kMishBackwardSpec = Resolved({
    .name = "aclnnMishBackward",
    .formula = "gradInput = gradOutput * mish'(self)",
    .arguments = {Input("gradOutput"), Input("self"), Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), DtypeIn("self", kFloatDtypes),
              DtypeIn("gradInput", kFloatDtypes), MaxRank(8), Broadcasts("gradOutput", "self"),
              BroadcastShape("gradInput", "gradOutput", "self")},
    .chips = kAllChips,
    .operands = {"gradOutput", "self"},
    .results = {"gradInput"},
    .work = Elementwise({.kernels = {MishBackwardKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Mish, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceMish, aclTensor*);
OPENACLNN_C_FUNCTIONS(MishBackward, const aclTensor*, const aclTensor*, aclTensor*);
