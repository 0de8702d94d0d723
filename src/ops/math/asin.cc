#include "aclnnop/aclnn_acos.h"
#include "aclnnop/aclnn_asin.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

namespace openaclnn {

const Kernel* AsinKernel();
const Kernel* AcosKernel();

constexpr OpSpec kAsinSpec =
    Resolved(FunctionSpec("aclnnAsin", "out = asin(self)", kRealDtypes, AsinKernel));

constexpr OpSpec kInplaceAsinSpec = InPlace(kAsinSpec, "aclnnInplaceAsin");

constexpr OpSpec kAcosSpec = Resolved(
    FunctionSpec("aclnnAcos", "out = acos(input)", kRealDtypes, AcosKernel, "input", kAllBut950));

constexpr OpSpec kInplaceAcosSpec = InPlace(kAcosSpec, "aclnnInplaceAcos", "inputRef");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Asin, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceAsin, aclTensor*);
OPENACLNN_C_FUNCTIONS(Acos, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceAcos, aclTensor*);
