#include "aclnnop/aclnn_rsqrt.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

namespace openaclnn {

const Kernel* RsqrtKernel();

constexpr OpSpec kRsqrtSpec =
    Resolved(FunctionSpec("aclnnRsqrt", "out = 1 / sqrt(self)", kRealDtypes, RsqrtKernel));

constexpr OpSpec kInplaceRsqrtSpec = InPlace(kRsqrtSpec, "aclnnInplaceRsqrt");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Rsqrt, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceRsqrt, aclTensor*);
