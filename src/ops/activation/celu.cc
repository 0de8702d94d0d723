#include "aclnnop/aclnn_celu.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/celu.cc"
#include "ops/loops-inl.h"

#include "ops/activation/celu-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* CeluKernel() { return ElementwiseKernel<Celu, CeluOfHalves>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(CeluKernel);

constexpr OpSpec kCeluSpec = Resolved({
    .name = "aclnnCelu",
    .formula = "out = self > 0 ? self : alpha * (exp(self / alpha) - 1)",
    .arguments = {Input("self"), ScalarInput("alpha"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes), DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8),
              SameShape("out", "self"), NotZeroNorNan("alpha")},
    .products = kAllBut310P,
    .kind = &kElementwise,
    .operands = {"self"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(CeluKernel)},
});

constexpr OpSpec kInplaceCeluSpec = InPlace(kCeluSpec, "aclnnInplaceCelu");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Celu, const aclTensor*, const aclScalar*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceCelu, aclTensor*, const aclScalar*);

#endif  // HWY_ONCE
