#include "aclnnop/aclnn_exp.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

namespace openaclnn {

const Kernel* ExpKernel();

constexpr OpSpec kExpSpec =
    Resolved(FunctionSpec("aclnnExp", "out = exp(self)",
                          kFloatAndDoubleDtypes | DtypeSet(ACL_BOOL, ACL_INT64), ExpKernel));

constexpr OpSpec kInplaceExpSpec = InPlace(kExpSpec, "aclnnInplaceExp");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Exp, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceExp, aclTensor*);
