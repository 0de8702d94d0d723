#include "aclnnop/aclnn_atan.h"
#include "aclnnop/aclnn_atan2.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

namespace openaclnn {

const Kernel* AtanKernel();
const Kernel* Atan2Kernel();

constexpr OpSpec kAtanSpec =
    Resolved(FunctionSpec("aclnnAtan", "out = atan(input)", kRealDtypes, AtanKernel, "input"));

constexpr OpSpec kInplaceAtanSpec = InPlace(kAtanSpec, "aclnnInplaceAtan", "inputRef");

constexpr OpSpec kAtan2Spec = Resolved(FunctionOfTwoSpec(
    "aclnnAtan2", "out = the angle of the point (other, self)", kRealDtypes, Atan2Kernel));

constexpr OpSpec kInplaceAtan2Spec = InPlace(kAtan2Spec, "aclnnInplaceAtan2");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Atan, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceAtan, aclTensor*);
OPENACLNN_C_FUNCTIONS(Atan2, const aclTensor*, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceAtan2, aclTensor*, aclTensor*);
