#include "aclnnop/aclnn_erfinv.h"

#include "ops/activation/family.h"
#include "ops/c_functions.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/activation/erfinv.cc"
#include "ops/loops-inl.h"

#include "ops/activation/erfinv-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* ErfinvKernel() { return ElementwiseKernel<Erfinv>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(ErfinvKernel);

constexpr OpSpec kErfinvSpec = Resolved({
    .name = "aclnnErfinv",
    .formula = "out = erfinv(self)",
    .arguments = {Input("self"), Output("out")},
    .rules = {DtypeIn("self", kFloatDtypes | kIntegerDtypes | DtypeSet(ACL_BOOL)),
              DtypeIn("out", kFloatAndDoubleDtypes), SameShape("out", "self"), MaxRank(8)},
    .products = kAllBut310P,
    .kind = &kElementwise,
    .operands = {"self"},
    .results = {"out"},
    .kernels = {OPENACLNN_KERNEL(ErfinvKernel)},
});

constexpr OpSpec kInplaceErfinvSpec = InPlace(kErfinvSpec, "aclnnInplaceErfinv");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Erfinv, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceErfinv, const aclTensor*);

#endif  // HWY_ONCE
