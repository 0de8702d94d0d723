#include "aclnnop/aclnn_sign.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/sign.cc"
#include "ops/loops-inl.h"

#include "ops/math/sign-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* SignKernel() { return ElementwiseKernel<Sign, Sign, Sign, Sign>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(SignKernel);

constexpr OpSpec kSignSpec = Resolved({
    .name = "aclnnSign",
    .formula = "result = self > 0 ? 1 : self < 0 ? -1 : 0",
    .arguments = {Input("self"), Output("result")},
    .rules = {DtypeIn("self", kFloatAndDoubleDtypes | DtypeSet(ACL_INT32, ACL_INT64, ACL_BOOL)),
              SameDtype("result", "self"), SameShape("result", "self")},
    .products = kAllProducts,
    .kind = &kElementwise,
    .operands = {"self"},
    .results = {"result"},
    .kernels = {OPENACLNN_KERNEL(SignKernel)},
});

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Sign, const aclTensor*, aclTensor*);

#endif  // HWY_ONCE
