#include "aclnnop/aclnn_reciprocal.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/reciprocal.cc"
#include "ops/loops-inl.h"

#include "ops/math/reciprocal-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* ReciprocalKernel() { return ElementwiseKernel<Reciprocal, Reciprocal, Reciprocal>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(ReciprocalKernel);

constexpr OpSpec kReciprocalSpec = Resolved({
    .name = "aclnnReciprocal",
    .formula = "out = 1 / self",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8),
              SameShape("out", "self")},
    .products = kAllProducts,
    .kind = &kElementwise,
    .operands = {"self"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(ReciprocalKernel)},
    .wide_mixtures = true,
    .wide_integers = true,
});

constexpr OpSpec kInplaceReciprocalSpec = InPlace(kReciprocalSpec, "aclnnInplaceReciprocal");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Reciprocal, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceReciprocal, const aclTensor*);

#endif  // HWY_ONCE
