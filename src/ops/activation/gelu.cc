#include "aclnnop/aclnn_gelu.h"
#include "aclnnop/aclnn_gelu_backward.h"
#include "aclnnop/aclnn_gelu_backward_v2.h"
#include "aclnnop/aclnn_gelu_v2.h"

#include "ops/activation/approximations.h"
#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* GeluErfKernel();
const Kernel* GeluTanhKernel();
const Kernel* GeluBackwardErfKernel();
const Kernel* GeluBackwardTanhKernel();

constexpr OpSpec kGeluSpec = Resolved({
    .name = "aclnnGelu",
    .formula = "out = gelu(self) by tanh",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("out", "self"), MaxRank(8),
              SameShape("out", "self")},
    .chips = kAllChips,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {GeluTanhKernel}}),
});

constexpr OpSpec kGeluV2Spec = Resolved({
    .name = "aclnnGeluV2",
    .formula = "y = gelu(x), exact (0) or by tanh (1)",
    .arguments = {Input("x"), IntInput("approximate"), Output("y")},
    .rules = {SameDtype("y", "x"), DtypeIn("x", kFloatDtypes), SameShape("y", "x"),
              IntIn("approximate", 0, 1)},
    .chips = kAllChips,
    .operands = {"x"},
    .results = {"y"},
    .chooses = "approximate",
    .work = Elementwise({.kernels = {GeluErfKernel, GeluTanhKernel}}),
});

constexpr OpSpec kGeluBackwardSpec = Resolved({
    .name = "aclnnGeluBackward",
    .formula = "gradInput = gradOutput * gelu'(self), gelu by tanh",
    .arguments = {Input("gradOutput"), Input("self"), Output("gradInput")},
    .rules = {PromotesInto("gradOutput", "self", kFloatDtypes), DtypeIn("gradInput", kFloatDtypes),
              MaxRank(8), Broadcasts("gradOutput", "self"),
              BroadcastShape("gradInput", "gradOutput", "self")},
    .chips = kAllChips,
    .operands = {"gradOutput", "self"},
    .results = {"gradInput"},
    .work = Elementwise({.kernels = {GeluBackwardTanhKernel}}),
});

constexpr OpSpec kGeluBackwardV2Spec = Resolved({
    .name = "aclnnGeluBackwardV2",
    .formula = "gradInput = gradOutput * gelu'(self), gelu exact (none) or by tanh",
    .arguments = {Input("gradOutput"), Input("self"), TextInput("approximate"),
                  Output("gradInput")},
    .rules = {PromotesInto("gradOutput", "self", kFloatDtypes),
              PromotedDtype("gradInput", "gradOutput", "self"), Broadcasts("gradOutput", "self"),
              BroadcastShape("gradInput", "gradOutput", "self"),
              TextIn("approximate", kApproximations)},
    .chips = kAllChips,
    .operands = {"gradOutput", "self"},
    .results = {"gradInput"},
    .chooses = "approximate",
    .work = Elementwise({.kernels = {GeluBackwardErfKernel, GeluBackwardTanhKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Gelu, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(GeluV2, const aclTensor*, int64_t, aclTensor*);
OPENACLNN_C_FUNCTIONS(GeluBackward, const aclTensor*, const aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(GeluBackwardV2, const aclTensor*, const aclTensor*, char*, aclTensor*);
