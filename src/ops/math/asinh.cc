#include "aclnnop/aclnn_acosh.h"
#include "aclnnop/aclnn_asinh.h"
#include "aclnnop/aclnn_atanh.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

namespace openaclnn {

const Kernel* AsinhKernel();
const Kernel* AcoshKernel();
const Kernel* AtanhKernel();

constexpr OpSpec kAsinhSpec =
    Resolved(FunctionSpec("aclnnAsinh", "out = log(input + sqrt(input * input + 1))", kRealDtypes,
                          AsinhKernel, "input", kAllBut950));

constexpr OpSpec kInplaceAsinhSpec = InPlace(kAsinhSpec, "aclnnInplaceAsinh", "inputRef");

constexpr OpSpec kAcoshSpec =
    Resolved(FunctionSpec("aclnnAcosh", "out = log(self + sqrt(self * self - 1))", kRealDtypes,
                          AcoshKernel, "self", kAllBut950));

constexpr OpSpec kInplaceAcoshSpec = InPlace(kAcoshSpec, "aclnnInplaceAcosh");

constexpr OpSpec kAtanhSpec =
    Resolved(FunctionSpec("aclnnAtanh", "out = log((1 + input) / (1 - input)) / 2", kRealDtypes,
                          AtanhKernel, "input", kAllBut950));

constexpr OpSpec kInplaceAtanhSpec = InPlace(kAtanhSpec, "aclnnInplaceAtanh", "inputRef");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Asinh, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceAsinh, aclTensor*);
OPENACLNN_C_FUNCTIONS(Acosh, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceAcosh, aclTensor*);
OPENACLNN_C_FUNCTIONS(Atanh, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceAtanh, aclTensor*);
