#include "aclnnop/aclnn_lerp_scalar.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/lerp.cc"
#include "ops/loops-inl.h"

#include "ops/math/lerp-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* LerpKernel() { return ElementwiseKernel<Lerp<float>, LerpOfHalves, Lerp<double>>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(LerpKernel);

constexpr OpSpec kLerpsSpec = Resolved({
    .name = "aclnnLerps",
    .formula = "out = self + weight * (end - self)",
    .arguments = {Input("self"), Input("end"), ScalarInput("weight"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), SameDtype("end", "self"),
              DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8), Broadcasts("self", "end"),
              BroadcastShape("out", "self", "end")},
    .products = kAllProducts,
    .kind = &kElementwise,
    .operands = {"self", "end"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(LerpKernel)},
    .wide_mixtures = true,
});

constexpr OpSpec kInplaceLerpsSpec = InPlace(kLerpsSpec, "aclnnInplaceLerps");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Lerps, const aclTensor*, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLerps, aclTensor*, const aclTensor*, const aclScalar*);

#endif  // HWY_ONCE
