#include "aclnnop/aclnn_exp.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/math/exp.cc"
#include "ops/loops-inl.h"

#include "ops/math/exp-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
const Kernel* ExpKernel() { return ElementwiseKernel<Exp, Exp, ExpOfDoubles>(); }
}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(ExpKernel);

constexpr OpSpec kExpSpec = Resolved(FunctionSpec(
    "aclnnExp", "out = exp(self)", kFloatAndDoubleDtypes | DtypeSet(ACL_BOOL, ACL_INT64),
    OPENACLNN_KERNEL(ExpKernel)));

constexpr OpSpec kInplaceExpSpec = InPlace(kExpSpec, "aclnnInplaceExp");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Exp, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceExp, aclTensor*);

#endif  // HWY_ONCE
