#include "aclnnop/aclnn_cosh.h"
#include "aclnnop/aclnn_sinh.h"

#include "ops/c_functions.h"
#include "ops/math/family.h"
#include "ops/math/function_spec.h"

namespace openaclnn {

const Kernel* SinhKernel();
const Kernel* CoshKernel();

constexpr OpSpec kSinhSpec = Resolved(
    FunctionSpec("aclnnSinh", "out = sinh(self)", kRealDtypes, SinhKernel, "self", kAllBut950));

constexpr OpSpec kInplaceSinhSpec = InPlace(kSinhSpec, "aclnnInplaceSinh");

constexpr OpSpec kCoshSpec = Resolved(
    FunctionSpec("aclnnCosh", "out = cosh(self)", kRealDtypes, CoshKernel, "self", kAllBut950));

constexpr OpSpec kInplaceCoshSpec = InPlace(kCoshSpec, "aclnnInplaceCosh");

}  // namespace openaclnn

OPENACLNN_C_FUNCTIONS(Sinh, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceSinh, aclTensor*);
OPENACLNN_C_FUNCTIONS(Cosh, const aclTensor*, aclTensor*);
OPENACLNN_C_FUNCTIONS(InplaceCosh, aclTensor*);
