#include "aclnnop/aclnn_exp2.h"
#include "aclnnop/aclnn_expm1.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

namespace openaclnn {

const Kernel* Exp2Kernel();
const Kernel* Expm1Kernel();

constexpr OpSpec kExp2Spec = Resolved(
    FunctionSpec("aclnnExp2", "out = 2 ^ self", kRealDtypes, Exp2Kernel, "self", kAllBut310P));

constexpr OpSpec kInplaceExp2Spec = InPlace(kExp2Spec, "aclnnInplaceExp2");

constexpr OpSpec kExpm1Spec =
    Resolved(FunctionSpec("aclnnExpm1", "out = exp(self) - 1",
                          kFloatDtypes | DtypeSet(ACL_BOOL, ACL_INT64), Expm1Kernel));

constexpr OpSpec kInplaceExpm1Spec = InPlace(kExpm1Spec, "aclnnInplaceExpm1");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Exp2, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceExp2, aclTensor*);
OPENACLNN_C_FUNCTIONS(Expm1, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceExpm1, aclTensor*);
