#include "aclnnop/aclnn_rsqrt.h"

#include "engine/in_place.h"
#include "ops/c_functions.h"
#include "ops/math/family.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/rsqrt.cc"
#include "hwy/foreach_target.h"

#include "cpu/loops-inl.h"
#include "ops/math/rsqrt-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* RsqrtKernel() { return ElementwiseKernel<Rsqrt, Rsqrt, Rsqrt>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(RsqrtKernel);

constexpr OpSpec kRsqrtSpec = Resolved({
    .name = "aclnnRsqrt",
    .formula = "out = 1 / sqrt(self)",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kRealDtypes), DtypeIn("out", kFloatAndDoubleDtypes), MaxRank(8),
              SameShape("out", "self")},
    .products = kAllProducts,
    .operands = {"self"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(RsqrtKernel)},
    .wide_integers = true,
});

constexpr OpSpec kInplaceRsqrtSpec = InPlace(kRsqrtSpec, "aclnnInplaceRsqrt");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Rsqrt, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceRsqrt, aclTensor*);

#endif  // HWY_ONCE
