#include "aclnnop/aclnn_fmod_scalar.h"
#include "aclnnop/aclnn_fmod_tensor.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

namespace openaclnn {

const Kernel* FmodKernel();
const Kernel* FmodByNumberKernel();

namespace {

constexpr DtypeSet kFmodDtypes =
    kFloatAndDoubleDtypes | DtypeSet(ACL_INT8, ACL_UINT8, ACL_INT32, ACL_INT64);

}  // namespace

constexpr OpSpec kFmodTensorSpec = Resolved({
    .name = "aclnnFmodTensor",
    .formula = "out = self - other * trunc(self / other)",
    .arguments = {Input("self"), Input("other"), Output("out")},
    .rules = {DtypeIn("self", kFmodDtypes), DtypeIn("other", kFmodDtypes),
              DtypeIn("out", kFmodDtypes), PromotesInto("self", "other", kFmodDtypes),
              PromotedCastable("out", "self", "other"), MaxRank(8), Broadcasts("self", "other"),
              BroadcastShape("out", "self", "other")},
    .chips = kAllChips,
    .operands = {"self", "other"},
    .results = {"out"},
    .work = Elementwise({.kernels = {FmodKernel}, .wide_mixtures = true}),
});

constexpr OpSpec kInplaceFmodTensorSpec = InPlace(kFmodTensorSpec, "aclnnInplaceFmodTensor");

constexpr OpSpec kFmodScalarSpec = Resolved({
    .name = "aclnnFmodScalar",
    .formula = "out = self - other * trunc(self / other)",
    .arguments = {Input("self"), ScalarInput("other"), Output("out")},
    .rules = {DtypeIn("self", kFmodDtypes), DtypeIn("other", kFmodDtypes),
              DtypeIn("out", kFmodDtypes), PromotesInto("self", "other", kFmodDtypes),
              PromotedCastable("out", "self", "other"), MaxRank(8), SameShape("out", "self")},
    .chips = kAllBut310P,
    .operands = {"self"},
    .results = {"out"},
    .work = Elementwise({.kernels = {FmodByNumberKernel}, .wide_mixtures = true}),
});

constexpr OpSpec kInplaceFmodScalarSpec = InPlace(kFmodScalarSpec, "aclnnInplaceFmodScalar");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(FmodTensor, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceFmodTensor, aclTensor*, const aclTensor*);
OPENACLNN_C_FUNCTIONS(FmodScalar, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceFmodScalar, aclTensor*, const aclScalar*);
