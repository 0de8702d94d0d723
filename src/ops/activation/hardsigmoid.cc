#include "aclnnop/aclnn_hardsigmoid.h"
#include "aclnnop/aclnn_hardsigmoid_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* HardsigmoidKernel();
const Kernel* HardsigmoidBackwardKernel();

constexpr OpSpec kHardsigmoidSpec = Resolved({
    .name = "aclnnHardsigmoid",
    .formula = "out = self >= 3 ? 1 : self <= -3 ? +0 : (self + 3) / 6",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes | DtypeSet(ACL_INT32)), MaxRank(8),
              SameShape("out", "self"), SameDtype("out", "self")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {HardsigmoidKernel}}),
});

constexpr OpSpec kInplaceHardsigmoidSpec =
    InPlace(kHardsigmoidSpec, "aclnnInplaceHardsigmoid", "self");

constexpr OpSpec kHardsigmoidBackwardSpec = Resolved({
    .name = "aclnnHardsigmoidBackward",
    .formula = "out = -3 < self < 3 ? gradOutput / 6 : +0",
    .arguments = {Input("gradOutput"), Input("self"), Output("out")},
    .rules = {DtypeIn("gradOutput", kFloatDtypes), DtypeIn("self", kFloatDtypes),
              DtypeIn("out", kFloatAndComplexDtypes), MaxRank(8), SameShape("gradOutput", "self"),
              SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"gradOutput", "self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {HardsigmoidBackwardKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Hardsigmoid, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceHardsigmoid, const aclTensor*);
OPENACLNN_C_FUNCTIONS(HardsigmoidBackward, const aclTensor*, const aclTensor*, aclTensor*);
