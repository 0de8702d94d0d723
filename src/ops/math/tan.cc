#include "aclnnop/aclnn_sinc.h"
#include "aclnnop/aclnn_tan.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

namespace openaclnn {

const Kernel* TanKernel();
const Kernel* SincKernel();

constexpr OpSpec kTanSpec = Resolved(
    FunctionSpec("aclnnTan", "out = tan(self)", kRealDtypes, TanKernel, "self", kAllBut950));

constexpr OpSpec kInplaceTanSpec = InPlace(kTanSpec, "aclnnInplaceTan");

constexpr OpSpec kSincSpec =
    Resolved(FunctionSpec("aclnnSinc", "out = sin(pi * self) / (pi * self)", kRealDtypes,
                          SincKernel, "self", kAllBut310P));

constexpr OpSpec kInplaceSincSpec = InPlace(kSincSpec, "aclnnInplaceSinc");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Tan, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceTan, const aclTensor*);
OPENACLNN_C_FUNCTIONS(Sinc, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceSinc, aclTensor*);
