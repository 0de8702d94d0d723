#include "aclnnop/aclnn_sqrt.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/sqrt.cc"
#include "ops/loops-inl.h"

#include "ops/math/sqrt-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* SqrtKernel() { return ElementwiseKernel<Root, Root, Root>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(SqrtKernel);

constexpr OpSpec kSqrtSpec = Resolved({
    .name = "aclnnSqrt",
    .formula = "out = sqrt(self)",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8),
              SameShape("out", "self")},
    .products = kAllProducts,
    .kind = &kElementwise,
    .operands = {"self"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(SqrtKernel)},
    .wide_mixtures = true,
    .wide_integers = true,
});

constexpr OpSpec kInplaceSqrtSpec = InPlace(kSqrtSpec, "aclnnInplaceSqrt", "self");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Sqrt, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceSqrt, aclTensor*);

#endif  // HWY_ONCE
