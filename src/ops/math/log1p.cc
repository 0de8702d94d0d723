#include "aclnnop/aclnn_log1p.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

namespace openaclnn {

const Kernel* Log1pKernel();

constexpr OpSpec kLog1pSpec =
    Resolved(FunctionSpec("aclnnLog1p", "out = log(1 + self)", kRealDtypes, Log1pKernel));

constexpr OpSpec kInplaceLog1pSpec = InPlace(kLog1pSpec, "aclnnInplaceLog1p");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Log1p, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLog1p, aclTensor*);
