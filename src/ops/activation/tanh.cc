#include "aclnnop/aclnn_tanh.h"
#include "aclnnop/aclnn_tanh_backward.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

namespace openaclnn {

const Kernel* TanhKernel();
const Kernel* TanhBackwardKernel();

constexpr OpSpec kTanhSpec = Resolved({
    .name = "aclnnTanh",
    .formula = "out = tanh(self)",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL)),
              DtypeIn("out", kFloatDtypes), MaxRank(8), SameShape("out", "self")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {TanhKernel}}),
});

constexpr OpSpec kInplaceTanhSpec = InPlace(kTanhSpec, "aclnnInplaceTanh");

constexpr OpSpec kTanhBackwardSpec = Resolved({
    .name = "aclnnTanhBackward",
    .formula = "gradInput = gradOutput * (1 - output * output)",
    .arguments = {Input("gradOutput"), Input("output"), Output("gradInput")},
    .rules = {DtypeIn("gradOutput", kFloatAndDoubleDtypes), SameDtype("output", "gradOutput"),
              SameDtype("gradInput", "gradOutput"), MaxRank(8), Broadcasts("gradOutput", "output"),
              BroadcastShape("gradInput", "gradOutput", "output")},
    .chips = kAllChips,
    .operands = {"gradOutput", "output"},
    .results = {"gradInput"},
    .work = Elementwise({.kernels = {TanhBackwardKernel}}),
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Tanh, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceTanh, aclTensor*);
OPENACLNN_C_FUNCTIONS(TanhBackward, const aclTensor*, const aclTensor*, aclTensor*);
