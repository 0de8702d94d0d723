#include "aclnnop/aclnn_lerp_scalar.h"
#include "aclnnop/aclnn_lerp_tensor.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* LerpKernel();
const Kernel* LerpByWeightsKernel();

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

constexpr OpSpec kLerpSpec = Resolved({
    .name = "aclnnLerp",
    .formula = "out = self + weight * (end - self)",
    .arguments = {Input("self"), Input("end"), Input("weight"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("end", "self"), SameDtype("weight", "self"),
              SameDtype("out", "self"), MaxRank(8), Broadcasts("self", "end", "weight"),
              BroadcastShape("out", "self", "end", "weight")},
    .chips = kAllChips,
    .operands = {"self", "end", "weight"},
    .results = {"out"},
    .work = Elementwise({.kernels = {LerpByWeightsKernel}}),
});

constexpr OpSpec kInplaceLerpSpec = InPlace(kLerpSpec, "aclnnInplaceLerp");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Lerps, const aclTensor*, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLerps, aclTensor*, const aclTensor*, const aclScalar*);
OPENACLNN_C_FUNCTIONS(Lerp, const aclTensor*, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLerp, aclTensor*, const aclTensor*, const aclTensor*);
