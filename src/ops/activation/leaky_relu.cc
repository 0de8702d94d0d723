#include "aclnnop/aclnn_leaky_relu.h"
#include "aclnnop/aclnn_leaky_relu_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* LeakyReluKernel();
const Kernel* LeakyReluBackwardKernel();

constexpr OpSpec kLeakyReluSpec = Resolved({
    .name = "aclnnLeakyRelu",
    .formula = "out = self > 0 ? self : negativeSlope * self",
    .arguments = {Input("self"), ScalarInput("negativeSlope"), Output("out")},
    .rules = {DtypeIn("self", kFloatAndDoubleDtypes), DtypeIn("out", kFloatAndDoubleDtypes),
              MaxRank(8), SameShape("out", "self")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {LeakyReluKernel}}),
});

constexpr OpSpec kInplaceLeakyReluSpec = InPlace(kLeakyReluSpec, "aclnnInplaceLeakyRelu");

constexpr OpSpec kLeakyReluBackwardSpec = Resolved({
    .name = "aclnnLeakyReluBackward",
    .formula = "out = self > 0 ? gradOutput : negativeSlope * gradOutput",
    .arguments = {Input("gradOutput"), Input("self"), ScalarInput("negativeSlope"),
                  BoolInput("selfIsResult"), Output("out")},
    .rules = {DtypeIn("gradOutput", kFloatAndDoubleDtypes), DtypeIn("self", kFloatAndDoubleDtypes),
              MaxRank(8), Broadcasts("gradOutput", "self"),
              BroadcastShape("out", "gradOutput", "self"),
              NotNegativeIf("negativeSlope", "selfIsResult"),
              DtypeIn("out", kFloatAndComplexDtypes)},
    .chips = kAllChips,
    .operands = {"gradOutput", "self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {LeakyReluBackwardKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(LeakyRelu, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLeakyRelu, aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(LeakyReluBackward, const aclTensor*, const aclTensor*, const aclScalar*, bool,
                      aclTensor*);
