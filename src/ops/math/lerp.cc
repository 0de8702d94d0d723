#include "aclnnop/aclnn_lerp_scalar.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* LerpKernel();

constexpr OpSpec kLerpsSpec = Resolved({
    .name = "aclnnLerps",
    .formula = "out = self + weight * (end - self)",
    .arguments = {Input("self"), Input("end"), ScalarInput("weight"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("end", "self"),
              DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8), Broadcasts("self", "end"),
              BroadcastShape("out", "self", "end")},
    .chips = kAllChips,
    .operands = {"self", "end"},
    .results = {"out"},
    .work = Elementwise({.kernels = {LerpKernel}, .wide_mixtures = true}),
});

constexpr OpSpec kInplaceLerpsSpec = InPlace(kLerpsSpec, "aclnnInplaceLerps");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Lerps, const aclTensor*, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLerps, aclTensor*, const aclTensor*, const aclScalar*);
