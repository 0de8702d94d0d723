#include "aclnnop/aclnn_neg.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/neg.cc"
#include "ops/loops-inl.h"

#include "ops/math/neg-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* NegKernel() { return ElementwiseKernel<Neg, NegOfHalves, Neg, Neg>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(NegKernel);

constexpr OpSpec kNegSpec = Resolved({
    .name = "aclnnNeg",
    .formula = "out = -self",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kFloatAndDoubleDtypes | DtypeSet(ACL_INT8, ACL_INT32, ACL_INT64)),
              DtypeIn("out", kRealDtypes), Castable("self", "out"), MaxRank(8),
              SameShape("out", "self")},
    .products = kAllProducts,
    .kind = &kElementwise,
    .operands = {"self"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(NegKernel)},
});

constexpr OpSpec kInplaceNegSpec = InPlace(kNegSpec, "aclnnInplaceNeg");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Neg, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceNeg, aclTensor*);

#endif  // HWY_ONCE
