#include "aclnnop/aclnn_cos.h"
#include "aclnnop/aclnn_sin.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

namespace openaclnn {

const Kernel* SinKernel();
const Kernel* CosKernel();

constexpr OpSpec kSinSpec =
    Resolved(FunctionSpec("aclnnSin", "out = sin(self)", kRealDtypes, SinKernel));

constexpr OpSpec kInplaceSinSpec = InPlace(kSinSpec, "aclnnInplaceSin");

constexpr OpSpec kCosSpec =
    Resolved(FunctionSpec("aclnnCos", "out = cos(input)", kRealDtypes, CosKernel, "input"));

constexpr OpSpec kInplaceCosSpec = InPlace(kCosSpec, "aclnnInplaceCos", "inputRef");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Sin, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceSin, aclTensor*);
OPENACLNN_C_FUNCTIONS(Cos, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceCos, aclTensor*);
