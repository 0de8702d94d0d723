#include "aclnnop/aclnn_log.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

namespace openaclnn {

const Kernel* LogKernel();

constexpr OpSpec kLogSpec =
    Resolved(FunctionSpec("aclnnLog", "out = log(self)", kRealDtypes, LogKernel));

constexpr OpSpec kInplaceLogSpec = InPlace(kLogSpec, "aclnnInplaceLog");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Log, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceLog, aclTensor*);
